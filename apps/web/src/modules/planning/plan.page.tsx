import { useTranslation } from 'react-i18next'
import { usePart } from '../../shared/ui/use-part.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { CrewList, WorkshopList } from './places.tsx'
import { ProcessList } from './process-list.tsx'
import { RouteList } from './route-list.tsx'
import { ShiftList } from './shift-list.tsx'
import '../../shared/ui/record.css'
import './plan.css'

const parts = ['processes', 'routes', 'workshops', 'crews', 'shifts'] as const
type Part = (typeof parts)[number]

const shownBy: Readonly<Record<Part, () => React.JSX.Element>> = {
  processes: ProcessList,
  routes: RouteList,
  workshops: WorkshopList,
  crews: CrewList,
  shifts: ShiftList,
}

/** Factory setup: processes, routes, workshops, crews and shifts. */
export function PlanPage() {
  const { t } = useTranslation('planning')
  const [part, show] = usePart(parts)
  const Shown = shownBy[part]
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.processList')} note={t('note')} />
      <PartTabs
        label={t('shell:route.processList')}
        parts={parts.map((key) => ({ key, title: t(`${key}.title`) }))}
        shown={part}
        onShow={show}
      >
        <Shown key={part} />
      </PartTabs>
    </div>
  )
}
