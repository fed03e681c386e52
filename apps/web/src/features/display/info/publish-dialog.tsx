import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { ActionDialog } from '../../../shared/form/action-dialog.tsx'
import { say } from '../../../shared/ui/say.ts'
import { DifferenceTable } from './difference-table.tsx'
import type { InfoFacts } from './info-facts.ts'
import { versionQuery } from './info.queries.ts'
import type { InfoWork } from './use-info-draft.ts'

interface Props {
  readonly work: InfoWork
  readonly facts: InfoFacts
  readonly onClose: () => void
}

/** Says what will change on the walls, asks for a note, and publishes. */
export function PublishDialog({ work, facts, onClose }: Props) {
  const { t } = useTranslation('display-info')
  const shown = useQuery(versionQuery(work.base.shown))
  const publish = async (note: string | undefined) => {
    const version = await work.saved()
    // Why it could not be saved is said by the page, under this question.
    if (version === null) return
    try {
      const published = await api('POST /api/display/info/publish', { body: { version, note: note ?? '' } })
      work.take(published)
      say('success', t('published', { no: published.shown ?? 1 }))
    } catch (failure) {
      // What somebody else wrote meanwhile was never looked at here: it is shown, and not published.
      if (!work.meets(failure)) throw failure
    }
  }
  return (
    <ActionDialog
      title={t('publishTitle')}
      action={t('publish')}
      reason="optional"
      reasonLabel={t('note')}
      maxWords={200}
      act={publish}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t('publishText')}</p>
      {work.base.shown === null || shown.data !== undefined ? (
        <DifferenceTable found={facts.differences(shown.data?.content ?? null, work.draft)} />
      ) : null}
    </ActionDialog>
  )
}
