import { useTranslation } from 'react-i18next'
import { usePart } from '../../../shared/ui/use-part.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PartTabs } from '../../../shared/ui/part-tabs.tsx'
import { DueTable } from './due-table.tsx'
import { PlanPart } from './plan-part.tsx'
import { RepairRatePart } from './repair-rate.tsx'
import { RequestsTable } from './requests-table.tsx'
import '../registers/quality.css'

const parts = ['due', 'requests', 'rate', 'plan'] as const
type Part = (typeof parts)[number]

const shownBy: Readonly<Record<Part, () => React.JSX.Element>> = {
  due: DueTable,
  requests: RequestsTable,
  rate: RepairRatePart,
  plan: PlanPart,
}

/** Non-destructive tests: what is due, what is asked for, how much is repaired, how much is tested. */
export function NdtPage() {
  const { t } = useTranslation('welds')
  const [part, show] = usePart(parts)
  const Shown = shownBy[part]
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.ndt')} note={t('ndtNote')} />
      <PartTabs
        label={t('shell:route.ndt')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={show}
      >
        <Shown key={part} />
      </PartTabs>
    </div>
  )
}
