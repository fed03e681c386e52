import type { MissReport } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { count } from '../../shared/format/numbers.ts'
import { Part, percent, ShareBar } from './part.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Breakdown } from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { filterOf, type Scope, spanQuery, scopeOf, searchOf } from './statistics-scope.ts'
import { breakdownQuery, missesQuery } from './statistics.queries.ts'
import './statistics.css'
import { CloseOutlined, PrinterOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useToday } from '../../shared/format/dates.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { BreakdownPart } from './breakdown-part.tsx'
import { ChartPart } from './chart-part.tsx'
import { NcrPart } from './ncr-part.tsx'
import { RepairPart } from './repair-part.tsx'
import { YieldPart } from './yield-part.tsx'
import { inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'
import { daysBefore } from '../../shared/format/day-range.ts'
import { SpanFilter } from '../../shared/list/filters.tsx'

interface Props {
  readonly query: UseQueryResult<MissReport>
  readonly charted: string | null
  readonly onChart: (itemId: string) => void
}

/** Maximum number of bars; the rest is summed in one line. */
const shownBars = 12

/** Which items of the standard lie outside most often. */
export function MissesPart({ query, charted, onChart }: Props) {
  const { t } = useTranslation('quality-statistics')
  return (
    <Part title={t('misses.title')} formula={t('misses.formula')} query={query}>
      {(report) =>
        report.bars.length === 0 ? (
          <p className="list-empty">
            {report.readings === 0 ? t('empty') : t('misses.none', { count: report.readings })}
          </p>
        ) : (
          <MissTable report={report} charted={charted} onChart={onChart} />
        )
      }
    </Part>
  )
}

interface TableProps extends Pick<Props, 'charted' | 'onChart'> {
  readonly report: MissReport
}

function MissTable({ report: { bars, readings, outside }, charted, onChart }: TableProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <table className="statistics-table" aria-label={t('misses.title')}>
      <thead>
        <tr>
          <th scope="col">{t('common:field.item')}</th>
          <th scope="col">{t('common:field.clause')}</th>
          {(['outside', 'readings', 'cumulative'] as const).map((name) => (
            <th key={name} scope="col" className="is-number">
              {t(`misses.${name}`)}
            </th>
          ))}
          <th scope="col" className="is-bar" aria-hidden />
        </tr>
      </thead>
      <tbody>
        {bars.slice(0, shownBars).map((bar) => (
          <tr key={bar.itemId ?? bar.names.zh}>
            <th scope="row">
              <ItemName bar={bar} charted={charted} onChart={onChart} />
            </th>
            <td>{bar.clause}</td>
            <td className="is-number">{count(bar.outside)}</td>
            <td className="is-number">{count(bar.readings)}</td>
            <td className="is-number">{percent(bar.cumulative)}</td>
            <td className="is-bar" aria-hidden>
              <ShareBar bad share={bar.outside / (bars[0]?.outside ?? 1)} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('common:ncr.total')}
          </th>
          <td className="is-number">{count(outside)}</td>
          <td className="is-number">{count(readings)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  )
}

interface NameProps extends Pick<Props, 'charted' | 'onChart'> {
  readonly bar: MissReport['bars'][number]
}

/** The name of an item. Where the item is known, it is a button that shows its control chart. */
function ItemName({ bar: { itemId, names }, charted, onChart }: NameProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  if (itemId === null) return nameOf(names)
  return (
    <button
      type="button"
      className="statistics-item"
      aria-pressed={itemId === charted}
      title={t('misses.chart')}
      onClick={() => onChart(itemId)}
    >
      {nameOf(names)}
    </button>
  )
}

interface NarrowedByProps {
  readonly scope: Scope
  readonly onChange: (change: Partial<Scope>) => void
}

const narrowing = ['crew', 'machine', 'project', 'process'] as const

/** Active filters of the page, each with a remove button. */
export function NarrowedBy({ scope, onChange }: NarrowedByProps) {
  return narrowing.map((by) => {
    const filter = filterOf(by)
    return filter === null || scope[filter] === null ? null : (
      <Narrowed key={by} by={by} filter={filter} scope={scope} onClear={() => onChange({ [filter]: null })} />
    )
  })
}

interface NarrowedProps {
  readonly by: Breakdown
  readonly filter: NonNullable<ReturnType<typeof filterOf>>
  readonly scope: Scope
  readonly onClear: () => void
}

function Narrowed({ by, filter, scope, onClear }: NarrowedProps) {
  const { t } = useTranslation('quality-statistics')
  const nameOf = useNames()
  const id = scope[filter]
  const { data } = useQuery(breakdownQuery({ ...spanQuery({ ...scope, [filter]: null }), by }))
  const names = data?.items.find(({ key }) => key === id)?.names ?? null
  return (
    <span className="narrowed">
      {t(`breakdown.by.${by}`)}: {names === null ? id : nameOf(names)}
      <button type="button" aria-label={t('breakdown.clear')} onClick={onClear}>
        <CloseOutlined aria-hidden="true" />
      </button>
    </span>
  )
}

interface StatisticsFiltersProps {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

const spans = [30, 90, 365] as const

/** Days and stage of the statistics. */
function StatisticsFilters({ scope, today, onChange }: StatisticsFiltersProps) {
  const { t } = useTranslation('quality-statistics')
  return (
    <div className="statistics-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span')}
        spans={spans.map((value) => ({
          value,
          label: t('days', { count: value }),
          days: [daysBefore(today, value - 1), today] as const,
        }))}
        onChange={onChange}
      />
      <ListSelect
        label={t('stage')}
        values={scope.stage === null ? [] : [scope.stage]}
        options={inspectionStages.map((stage) => ({ value: stage, label: t(`inspection:stage.${stage}`) }))}
        onChange={([word]) => onChange({ stage: inspectionStages.find((stage) => stage === word) ?? null })}
      />
      <NarrowedBy scope={scope} onChange={onChange} />
    </div>
  )
}

/** First-pass rate, causes of failure, and process control. */
export function StatisticsPage() {
  const { t } = useTranslation('quality-statistics')
  // Of the visit: figures do not change under their reader at midnight.
  const today = useToday()
  const [search, setSearch] = useSearchParams()
  const scope = useMemo(() => scopeOf(search, today), [search, today])
  const change = (part: Partial<Scope>) => setSearch(searchOf({ ...scope, ...part }), { replace: true })
  const misses = useQuery(missesQuery(spanQuery(scope)))
  return (
    <div className="page quality-statistics">
      <PageHeader title={t('title')} note={t('note', { from: scope.from, to: scope.to })}>
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('common:action.print')}
        </Button>
      </PageHeader>
      <StatisticsFilters scope={scope} today={today} onChange={change} />
      <YieldPart scope={scope} />
      <BreakdownPart scope={scope} onChange={change} />
      <MissesPart
        query={misses}
        charted={scope.itemId}
        onChart={(itemId) =>
          change({ itemId, ...(scope.kind === 'p' || scope.kind === 'u' ? { kind: 'xbar_r' } : {}) })
        }
      />
      <ChartPart scope={scope} items={misses.data?.bars ?? []} onChange={change} />
      <NcrPart scope={scope} onChange={change} />
      <RepairPart scope={scope} onChange={change} />
    </div>
  )
}
