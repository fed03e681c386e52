import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { CalendarEntry } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { useToday } from '../../shared/format/dates.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { WeekdayHeads, monthOf, movedMonth } from '../work-calendar/month-grid.tsx'
import { listQuery, summaryQuery } from './maintenance.queries.ts'
import { checkItems } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { ResourceList } from '../../shared/resource/resource-list.tsx'
import { count } from '../../shared/format/numbers.ts'
import { Button } from '../../shared/ui/button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PartTabs } from '../../shared/ui/part-tabs.tsx'
import { RepairsPart } from './repairs-part.tsx'
import './maintenance.css'
import { ChecksPart } from './checks-part.tsx'
import { PlansPart } from './plans-part.tsx'
import { StockPart } from './stock-part.tsx'

/** A month of what is due, done and reported, day by day. */
export function CalendarPart() {
  const { t } = useTranslation(['maintenance', 'work-calendar'])
  const today = useToday()
  const [month, setMonth] = useState(today.slice(0, 7))
  const weeks = monthOf(month)
  const from = weeks[0]?.[0] ?? today
  const to = weeks.at(-1)?.[6] ?? today
  const { data, error, refetch } = useQuery(listQuery('GET /api/maintenance-calendar', { from, to }))
  const byDay = Map.groupBy(data?.items ?? [], ({ day }) => day)
  return (
    <div className="calendar">
      <div className="calendar-bar">
        <Button
          icon={<LeftOutlined />}
          aria-label={t('calendar.before')}
          onClick={() => setMonth(movedMonth(month, -1))}
        />
        <strong aria-live="polite">{month}</strong>
        <Button
          icon={<RightOutlined />}
          aria-label={t('calendar.after')}
          onClick={() => setMonth(movedMonth(month, 1))}
        />
        <Button onClick={() => setMonth(today.slice(0, 7))}>{t('common:thisMonth')}</Button>
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <WeekdayHeads />
      <ol className="calendar-days" aria-label={t('part.calendar')}>
        {weeks.flat().map((day, index) => (
          <li
            key={day}
            className={`${day.startsWith(month) ? '' : 'is-other'} ${day === today ? 'is-today' : ''} ${byDay.has(day) ? '' : 'is-empty'}`}
          >
            <time dateTime={day}>{Number(day.slice(8))}</time>
            <span className="month-weekday">{t(`work-calendar:weekday.${(index % 7) + 1}`)}</span>
            <ul>
              {(byDay.get(day) ?? []).map((entry) => (
                <li key={entry.id} className={`is-${entry.kind} ${entry.urgent ? 'is-urgent' : ''}`}>
                  <Entry entry={entry} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Entry({ entry }: { readonly entry: CalendarEntry }) {
  const { t } = useTranslation('maintenance')
  const { machine, machineId, title, repairId } = entry
  const kind = entry.forecast ? 'forecast' : entry.kind
  const to = repairId === null ? `/equipment/detail/${machineId}` : `/equipment/repair/${repairId}`
  return (
    <Link to={to} title={`${t(`calendar.${kind}`)} ${machine} ${title}`}>
      <span className="calendar-kind">{t(`calendar.${kind}`)}</span> {machine} {title}
    </Link>
  )
}

const columns = ['names', 'class', 'position', 'active'] as const

/** Items of an inspection round, by machine class. */
export function CheckItemsPart() {
  const { t } = useTranslation('maintenance')
  return <ResourceList resource={checkItems} label={t('part.items')} columns={columns} />
}

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
