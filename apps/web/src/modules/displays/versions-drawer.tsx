import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ScreenLayout, ScreenDetail } from '@cloud-factory/contract/displays/screens'
import type { DeviceRow } from '@cloud-factory/contract/displays/screen-devices'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { languageNames } from '../../shared/settings.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { type LayoutDifference, layoutDifferences } from './differences.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { say } from '../../shared/ui/say.ts'
import { devicesQuery, useScreensChanged, versionQuery, versionsQuery } from './screens.queries.ts'
import type { ScreenDraft } from './use-screen-draft.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Ago } from '../../shared/ui/ago.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'

/** Changes from one layout to another, as text. */
export function DifferenceList({
  before,
  after,
}: {
  readonly before: ScreenLayout
  readonly after: ScreenLayout
}) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const differences = layoutDifferences(before, after)
  if (differences.length === 0) return <p>{t('noDifference')}</p>
  return (
    <ul className="difference-list">
      {differences.map((difference, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the list is written anew as a whole
        <li key={place}>
          {difference.page !== null && <strong>{t('onPageNamed', { name: names(difference.page) })} </strong>}
          {sentenceOf(t, names, difference)}
        </li>
      ))}
    </ul>
  )
}

const worded = new Set(['canvas', 'theme', 'takeover'])

function sentenceOf(
  t: TFunction<'displays'>,
  names: ReturnType<typeof useNames>,
  { word, kind, before = '', after = '' }: LayoutDifference,
): string {
  const say = (value: string | Names): string => {
    if (typeof value !== 'string') return names(value)
    if (word === 'language') return value === '' ? t('officeLanguage') : languageNames[value as 'zh']
    if (word === 'sound' || word === 'pixelShift') return t(value === 'true' ? 'on' : 'off')
    return worded.has(word)
      ? t(`${word as 'canvas' | 'theme' | 'takeover'}.${value === '' ? 'never' : value}`)
      : value
  }
  const panel = kind === undefined ? '' : t(`panel.${kind}.name`)
  return t(`difference.${word}`, { panel, before: say(before), after: say(after) })
}

interface PublishDialogProps {
  readonly draft: ScreenDraft
  readonly onClose: () => void
}

/** Asks for a note, shows what will change on the TVs, and publishes the saved draft. */
export function PublishDialog({ draft, onClose }: PublishDialogProps) {
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
      <Reached id={screen.id} />
      {screen.shown === null ? t('publishFirst') : <Against id={screen.id} no={screen.shown} draft={draft} />}
    </ActionDialog>
  )
}

/** The TVs that will show it. */
function Reached({ id }: { readonly id: string }) {
  const { t } = useTranslation('displays')
  const { data } = useQuery(devicesQuery({ screenId: id, pageSize: '200' }))
  if (data === undefined) return null
  if (data.items.length === 0) return <p>{t('publishNowhere')}</p>
  const isOnline = ({ state }: DeviceRow) => state === 'online'
  const groups = [
    ['publishNow', data.items.filter(isOnline)],
    ['publishLater', data.items.filter((one) => !isOnline(one))],
  ] as const
  return groups.map(
    ([word, tvs]) =>
      tvs.length > 0 && (
        <p key={word}>{t(word, { count: tvs.length, names: tvs.map(({ name }) => name).join(', ') })}</p>
      ),
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

interface VersionsDrawerProps {
  readonly draft: ScreenDraft
  readonly onClose: () => void
}

/** Published versions: the differences of each from the draft, and a restore button. */
export function VersionsDrawer({ draft, onClose }: VersionsDrawerProps) {
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
