import type { ScreenDetail, ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../shared/ui/ago.tsx'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { DifferenceList } from './difference-list.tsx'
import { versionQuery, versionsQuery } from './screens.queries.ts'
import type { ScreenDraft } from './use-screen-draft.ts'

interface Props {
  readonly draft: ScreenDraft
  readonly onClose: () => void
}

/** Published versions: the differences of each from the draft, and a restore button. */
export function VersionsDrawer({ draft, onClose }: Props) {
  const { t } = useTranslation('displays')
  const { screen } = draft
  const { data, error, refetch } = useQuery(versionsQuery(screen.id))
  const [chosen, setChosen] = useState<number | null>(null)
  const restore = async (no: number) => {
    const now = await draft.run<ScreenDetail>(() =>
      api('POST /api/screens/:id/restore', {
        params: { id: screen.id },
        body: { version: screen.version, no },
      }),
    )
    if (now === null) return
    draft.take(now, true)
    onClose()
  }
  return (
    <>
      <ReturnFocus />
      <Drawer open size={560} title={t('versions')} onClose={onClose}>
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data?.items.length === 0 && <p>{t('noVersions')}</p>}
        <ol className="version-list">
          {data?.items.map(({ no, note, publishedAt, publishedBy, shown }) => (
            <li key={no}>
              <div className="version-head">
                <strong>{t('version', { no })}</strong>
                {shown && <StatusTag tone="good" text={t('shownNow')} />}
                <span className="screen-soft">
                  <Ago at={publishedAt} /> {publishedBy}
                </span>
              </div>
              {note !== '' && <p>{note}</p>}
              <div className="version-deeds">
                <Button
                  size="small"
                  aria-expanded={chosen === no}
                  onClick={() => setChosen(chosen === no ? null : no)}
                >
                  {t('compare')}
                </Button>
                {draft.locked ? (
                  <ReasonButton size="small" allowed={screen.can.save}>
                    {t('restore')}
                  </ReasonButton>
                ) : (
                  <Button size="small" disabled={draft.busy || draft.dirty} onClick={() => void restore(no)}>
                    {t('restore')}
                  </Button>
                )}
              </div>
              {chosen === no && <Compared id={screen.id} no={no} layout={draft.layout} />}
            </li>
          ))}
        </ol>
        {draft.dirty && <p className="screen-soft">{t('saveFirst')}</p>}
      </Drawer>
    </>
  )
}

function Compared({
  id,
  no,
  layout,
}: {
  readonly id: string
  readonly no: number
  readonly layout: ScreenLayout
}) {
  const { t } = useTranslation('displays')
  const { data, error } = useQuery(versionQuery(id, no))
  if (error !== null) return <ProblemAlert error={error} />
  if (data === undefined) return null
  return (
    <>
      <p className="screen-soft">{t('compareText', { no })}</p>
      <DifferenceList before={data.content} after={layout} />
    </>
  )
}
