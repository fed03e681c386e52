import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { count } from '../../shared/format/numbers.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { summaryQuery } from './maintenance.queries.ts'
import { RepairsPart } from './repairs-part.tsx'
import './maintenance.css'
import { ChecksPart } from './checks-part.tsx'
import { PlansPart } from './plans-part.tsx'
import { CalendarPart } from './calendar-part.tsx'
import { StockPart } from './stock-part.tsx'
import { CheckItemsPart } from './check-items-part.tsx'

const parts = ['repairs', 'checks', 'plans', 'calendar', 'stock', 'items'] as const
type Part = (typeof parts)[number]

/** Open maintenance work. */
export function MaintenancePage() {
  const { t } = useTranslation('maintenance')
  const [search, setSearch] = useSearchParams()
  const part = parts.find((word) => word === search.get('part')) ?? 'repairs'
  // Filters of one part mean nothing to another.
  const show = (to: Part, more: Readonly<Record<string, string>> = {}) =>
    setSearch({ part: to, ...more }, { replace: true })
  return (
    <div className="page is-filling maintenance-page">
      <PageHeader title={t('shell:route.equipmentMaintenance')} />
      <Summary onShow={show} />
      <PartTabs
        label={t('parts')}
        parts={parts.map((key) => ({ key, title: t(`part.${key}`) }))}
        shown={part}
        onShow={(to) => show(to)}
      >
        {partOf(part)}
      </PartTabs>
    </div>
  )
}

function partOf(part: Part): ReactNode {
  switch (part) {
    case 'repairs':
      return <RepairsPart />
    case 'checks':
      return <ChecksPart />
    case 'plans':
      return <PlansPart />
    case 'calendar':
      return <CalendarPart />
    case 'stock':
      return <StockPart />
    case 'items':
      return <CheckItemsPart />
  }
}

interface SummaryProps {
  readonly onShow: (part: Part, more?: Readonly<Record<string, string>>) => void
}

/** Number of open items; each figure links to its list. */
function Summary({ onShow }: SummaryProps) {
  const { t } = useTranslation('maintenance')
  const { data, error, refetch } = useQuery(summaryQuery)
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  const tiles = [
    { key: 'stopped', value: data?.machinesStopped, bad: true, part: 'repairs', more: { stopped: 'true' } },
    {
      key: 'repairs',
      value: data?.repairsOpen,
      bad: false,
      part: 'repairs',
      more: { status: 'reported,accepted,working,done' },
    },
    { key: 'overdue', value: data?.plansOverdue, bad: true, part: 'plans', more: { state: 'overdue' } },
    { key: 'due', value: data?.plansDue, bad: false, part: 'plans', more: { state: 'due' } },
    { key: 'checks', value: data?.checksDue, bad: false, part: 'checks', more: {} },
    { key: 'short', value: data?.partsShort, bad: true, part: 'stock', more: { short: 'true' } },
  ] as const
  return (
    <ul className="maintenance-tiles" aria-label={t('summary')}>
      {tiles.map(({ key, value, bad, part, more }) => (
        <li key={key}>
          <button type="button" onClick={() => onShow(part, more)}>
            <span>{t(`tile.${key}`)}</span>
            <strong className={bad && (value ?? 0) > 0 ? 'is-bad' : ''}>{count(value)}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}
