import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import type { InfoProblem } from '@cloud-factory/contract/displays/display-info.rules'
import { Alert, Button } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { CloudUploadOutlined, SaveOutlined } from '@ant-design/icons'
import { useInstant } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import type { InfoWork } from './use-info-draft.ts'

/** Parts of the form, as the address names them. */
export const infoParts = ['basics', 'targets', 'notices', 'honours', 'plan', 'versions'] as const
export type InfoPart = (typeof infoParts)[number]

interface ProblemListProps {
  readonly problems: readonly InfoProblem[]
  readonly draft: DisplayInfo
  readonly places: DisplayPlaces
  readonly onShow: (part: InfoPart) => void
}

/** Maximum number of problems listed; the rest is counted. */
const maxShown = 5

/** Problems that prevent publication, each with a link to its place. */
export function ProblemList({ problems, draft, places, onShow }: ProblemListProps) {
  const { t } = useTranslation('display-info')
  const reasonText = useReasonText()
  if (problems.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('problems', { count: problems.length })}
      description={
        <ul className="info-problems">
          {problems.slice(0, maxShown).map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <button type="button" className="link-button" onClick={() => onShow(partOf(path))}>
                {placeOf(path, draft, places, t)}
              </button>
              {' · '}
              {reasonText(reason)}
            </li>
          ))}
          {problems.length > maxShown && <li>{t('moreProblems', { count: problems.length - maxShown })}</li>}
        </ul>
      }
    />
  )
}

const parts: Readonly<Record<string, InfoPart>> = {
  notices: 'notices',
  targets: 'targets',
  workshops: 'plan',
  machines: 'plan',
}
const partOf = (path: string): InfoPart => parts[path.split('.')[0] ?? ''] ?? 'basics'

function placeOf(
  path: string,
  draft: DisplayInfo,
  { workshops, machines }: DisplayPlaces,
  t: ReturnType<typeof useTranslation<'display-info'>>['t'],
): string {
  const [list = '', place = '0'] = path.split('.')
  const at = Number(place)
  if (list === 'notices') return t('noticeNo', { no: at + 1 })
  if (list === 'machines')
    return machines.find(({ id }) => id === draft.machines[at]?.machineId)?.code ?? place
  if (list === 'workshops')
    return workshops.find(({ id }) => id === draft.workshops[at]?.workshopId)?.name ?? place
  return t('part.targets')
}

interface InfoHeaderProps {
  readonly work: InfoWork
  /** Number of problems that prevent publication. */
  readonly problems: number
  readonly onPublish: () => void
}

/** Status of the draft, and its actions. */
export function InfoHeader({ work, problems, onPublish }: InfoHeaderProps) {
  const { t } = useTranslation('display-info')
  const { base, isDirty, saving } = work
  const { publish } = base.can
  const canPublish = publish === 'display.settled' && isDirty ? true : publish
  return (
    <PageHeader title={t('shell:route.baseInfoEdit')} note={<DraftStatus work={work} />}>
      {isDirty && (
        <Button onClick={work.discard} disabled={saving}>
          {t('discard')}
        </Button>
      )}
      <ReasonButton
        icon={<SaveOutlined />}
        allowed={work.locked || isDirty ? base.can.save : 'display.unchanged'}
        loading={saving}
        onClick={() => void work.save()}
        {...(isDirty && { title: 'Ctrl+S' })}
      >
        {t('save')}
      </ReasonButton>
      <ReasonButton
        type="primary"
        icon={<CloudUploadOutlined />}
        allowed={problems > 0 && canPublish === true ? 'display.has_problems' : canPublish}
        onClick={onPublish}
      >
        {t('publish')}
      </ReasonButton>
    </PageHeader>
  )
}

/** Whether the draft is saved, whether the walls show it, and its last author. */
function DraftStatus({ work: { base, isDirty } }: Pick<InfoHeaderProps, 'work'>) {
  const { t } = useTranslation('display-info')
  const instant = useInstant()
  const state = isDirty ? 'dirty' : base.settled ? 'settled' : 'draft'
  const at = instant(base.updatedAt, '{y}-{m}-{d} {h}:{i}')
  return (
    <>
      <StatusTag tone={tones[state]} text={t(`state.${state}`)} />
      {base.shown !== null && t('shownNo', { no: base.shown })}
      {base.updatedBy !== '' && ` · ${t('savedBy', { name: base.updatedBy, at })}`}
    </>
  )
}

const tones = { dirty: 'warn', draft: 'active', settled: 'good' } as const
