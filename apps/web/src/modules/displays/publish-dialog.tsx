import type { ScreenDetail } from '@cloud-factory/contract/displays/screens'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { say } from '../../shared/ui/say.ts'
import { DifferenceList } from './difference-list.tsx'
import { useScreensChanged, versionQuery } from './screens.queries.ts'
import type { ScreenDraft } from './use-screen-draft.ts'

interface Props {
  readonly draft: ScreenDraft
  readonly onClose: () => void
}

/** Asks for a note, shows what will change on the TVs, and publishes the saved draft. */
export function PublishDialog({ draft, onClose }: Props) {
  const { t } = useTranslation('displays')
  const changed = useScreensChanged()
  const { screen } = draft
  const publish = async (note: string | undefined) => {
    try {
      const published: ScreenDetail = await api('POST /api/screens/:id/publish', {
        params: { id: screen.id },
        body: { version: screen.version, note: note ?? '' },
      }).finally(() => void changed())
      draft.take(published)
      say('success', t('published', { no: published.shown ?? 0 }))
    } catch (failure) {
      // The user has not seen changes that somebody else made in the meantime: show them instead of
      // publishing.
      if (!draft.meets(failure)) throw failure
    }
  }
  return (
    <ActionDialog
      title={t('publishTitle')}
      action={t('publish')}
      reason="optional"
      reasonLabel={t('publishNote')}
      maxWords={200}
      act={publish}
      onDone={onClose}
      onClose={onClose}
    >
      {screen.shown === null ? t('publishFirst') : <Against id={screen.id} no={screen.shown} draft={draft} />}
    </ActionDialog>
  )
}

function Against({
  id,
  no,
  draft,
}: {
  readonly id: string
  readonly no: number
  readonly draft: ScreenDraft
}) {
  const { t } = useTranslation('displays')
  const { data } = useQuery(versionQuery(id, no))
  return (
    <>
      <p>{t('publishText', { no })}</p>
      {data !== undefined && <DifferenceList before={data.content} after={draft.layout} />}
    </>
  )
}
