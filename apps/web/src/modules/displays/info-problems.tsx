import type { DisplayInfo, DisplayPlaces } from '@cloud-factory/contract/displays/display-info'
import type { InfoProblem } from '@cloud-factory/contract/displays/display-info.rules'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import type { InfoPart } from './info-parts.ts'

interface Props {
  readonly problems: readonly InfoProblem[]
  readonly draft: DisplayInfo
  readonly places: DisplayPlaces
  readonly onShow: (part: InfoPart) => void
}

/** Maximum number of problems listed; the rest is counted. */
const maxShown = 5

/** Problems that prevent publication, each with a link to its place. */
export function ProblemList({ problems, draft, places, onShow }: Props) {
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
