import { Button } from '../../shared/ui/button.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { ListSelect } from '../../shared/list/list-select.tsx'
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { SpanFilter } from '../../shared/list/filters.tsx'
import { type Choice, ChoiceFilters } from '../../shared/list/select-filter.tsx'
import { withChoice } from '../../shared/list/list-state.rules.ts'
import { crewsQuery, processesQuery, workshopsQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ProjectField } from '../projects/project-filter.tsx'
import {
  type FilterName,
  groups,
  measures,
  periods,
  type Scope,
  spanOf,
  spans,
  busiest,
  linesOf,
  barsOf,
  type Line,
  queryOf,
  scopeOf,
  searchOf,
} from './report.rules.ts'
import '../../shared/ui/record.css'
import './report.css'
import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import type { ProductionReport } from '@cloud-factory/contract/production-reports/production-reports'
import { useMemo, useState, type CSSProperties } from 'react'
import { Link, useSearchParams } from 'react-router'
import { download, api, type Sent } from '../../shared/api.ts'
import { useToday } from '../../shared/format/dates.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { saveFile } from '../../shared/receive-file.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert, QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReportTable, written, type PlanNames, usePlanNames } from './report-table.tsx'

interface ReportFiltersProps {
  readonly scope: Scope
  readonly today: string
  readonly onChange: (change: Partial<Scope>) => void
}

/** Days, periods, groups and filters of the report. */
function ReportFilters({ scope, today, onChange }: ReportFiltersProps) {
  const { t } = useTranslation('production-reports')
  return (
    <div className="report-filters">
      <SpanFilter
        days={[scope.from, scope.to]}
        today={today}
        labels={[t('from'), t('to')]}
        label={t('span.label')}
        spans={spans.map((value) => ({ value, label: t(`span.${value}`), days: spanOf(value, today) }))}
        onChange={onChange}
      />
      <Segmented
        label={t('per.label')}
        value={scope.per}
        options={periods.map((value) => ({ value, label: t(`per.${value}`) }))}
        onChange={(per) => onChange({ per })}
      />
      <Segmented
        label={t('measure.label')}
        value={scope.measure}
        options={measures.map((value) => ({ value, label: t(`measure.${value}`) }))}
        onChange={(measure) => onChange({ measure })}
      />
      <ListSelect
        label={t('group.label')}
        required
        values={[scope.group]}
        options={groups.map((value) => {
          const name = t(`group.${value}`)
          return { value, label: value === 'none' ? name : `${t('group.label')} · ${name}` }
        })}
        onChange={([word]) => onChange({ group: groups.find((group) => group === word) ?? 'none' })}
      />
      <ProjectField
        chosen={scope.filters.projectId ?? ''}
        onChange={(id) => onChange({ filters: withChoice(scope.filters, 'projectId', id ?? null) })}
      />
      <PlanFilters scope={scope} onChange={onChange} />
    </div>
  )
}

function PlanFilters({ scope, onChange }: Pick<ReportFiltersProps, 'scope' | 'onChange'>) {
  const { t } = useTranslation('production-reports')
  const nameOf = useNames()
  const processes = useQuery(processesQuery).data?.items ?? []
  const workshops = useQuery(workshopsQuery).data?.items ?? []
  const crews = useQuery(crewsQuery).data?.items ?? []
  const choices: readonly Choice<FilterName>[] = [
    {
      name: 'processId',
      label: t('common:field.process'),
      options: processes.map(({ id, names }) => ({ value: id, label: nameOf(names) })),
    },
    {
      name: 'workshopId',
      label: t('common:field.workshop'),
      options: workshops.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'crewId',
      label: t('common:field.crew'),
      options: crews.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  return (
    <ChoiceFilters choices={choices} chosen={scope.filters} onChange={(filters) => onChange({ filters })} />
  )
}

const productionQuery = (query: NonNullable<Sent<'GET /api/reports/production'>['query']>) =>
  queryOptions({
    queryKey: ['orders', 'report', query],
    queryFn: ({ signal }) => api('GET /api/reports/production', { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Output of the factory by day, shift or month and process. */
export function ReportPage() {
  const { t } = useTranslation('production-reports')
  // Of the visit: a report does not change under its reader at midnight.
  const today = useToday()
  const [search, setSearch] = useSearchParams()
  const scope = useMemo(() => scopeOf(search, today), [search, today])
  const query = useQuery(productionQuery(queryOf(scope)))
  const names = usePlanNames()
  const change = (part: Partial<Scope>) => setSearch(searchOf({ ...scope, ...part }), { replace: true })
  return (
    <div className="page report-page">
      <PageHeader
        title={t('common:route.productionReport')}
        note={t('note', { from: scope.from, to: scope.to })}
      >
        <Link className="header-link" to="/order/list">
          {t('toOrders')}
        </Link>
        <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
          {t('common:action.print')}
        </Button>
        <ExportButton scope={scope} names={names} />
      </PageHeader>
      <ReportFilters scope={scope} today={today} onChange={change} />
      <div className={query.isPlaceholderData ? 'is-old' : ''} aria-busy={query.isFetching}>
        <QueryState query={query} rows={8} />
        {query.error === null && query.data !== undefined && (
          <Shown key={scope.group} scope={scope} report={query.data} names={names} />
        )}
      </div>
    </div>
  )
}

interface ShownProps {
  readonly scope: Scope
  readonly report: ProductionReport
  readonly names: PlanNames
}

function Shown({ scope, report, names }: ShownProps) {
  const { t } = useTranslation('production-reports')
  const [chosen, setChosen] = useState<string | null>(null)
  const lines = useMemo(() => linesOf(report.rows), [report.rows])
  const isThere = report.totals.some(({ processId }) => processId === chosen)
  const charted = isThere ? chosen : busiest(report.totals, scope.measure)
  if (charted === null) return <p className="list-empty">{t('empty')}</p>
  return (
    <>
      <ReportChart scope={scope} lines={lines} processId={charted} names={names} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="report-scroller" role="region" aria-label={t('table')} tabIndex={0}>
        <ReportTable
          scope={scope}
          lines={lines}
          totals={report.totals}
          names={names}
          charted={charted}
          onChart={setChosen}
        />
      </div>
      <p className="page-note">{t('basis')}</p>
    </>
  )
}

const fileColumns = [
  'period',
  'shift',
  'group',
  'process',
  'tonnes',
  'pieces',
  'hours',
  'voidTonnes',
] as const

function ExportButton({ scope, names }: { readonly scope: Scope; readonly names: PlanNames }) {
  const { t } = useTranslation('production-reports')
  const { busy, error, submit } = useSubmit()
  const save = async () => {
    const columns = fileColumns.filter(
      (key) => (key !== 'shift' || scope.per === 'shift') && (key !== 'group' || scope.group !== 'none'),
    )
    const group = t(scope.group === 'none' ? 'group.label' : `group.${scope.group}`)
    saveFile(
      await download('POST /api/exports/production', {
        body: {
          ...queryOf(scope),
          name: `${t('common:route.productionReport')} ${scope.from} ${scope.to}`,
          words: names.words,
          columns: columns.map((key) => ({ key, title: key === 'group' ? group : t(`column.${key}`) })),
        },
      }),
    )
  }
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <Button icon={<DownloadOutlined />} busy={busy} onClick={() => void submit(save)}>
        {t('common:exporting')}
      </Button>
    </>
  )
}

interface ReportChartProps {
  readonly scope: Scope
  readonly lines: readonly Line[]
  readonly processId: string
  readonly names: PlanNames
}

/** Output of one process by period; the table below has the same numbers. */
function ReportChart({ scope, lines, processId, names }: ReportChartProps) {
  const { t } = useTranslation('production-reports')
  const bars = barsOf(lines, processId, scope)
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const best = bars.find(({ value }) => value === most)
  const unit = t(`unit.${scope.measure}`)
  const title = t('chart.title', {
    process: names.process(processId),
    measure: t(`measure.${scope.measure}`),
  })
  const label = t('chart.label', {
    title,
    most: `${written(most, scope.measure)} ${unit}`,
    period: best?.period ?? '',
  })
  // About twelve dates fit under the bars, on a phone half of them.
  const step = Math.ceil(bars.length / 12)
  return (
    <figure className="report-chart">
      <figcaption>
        <strong>{title}</strong>
        <span className="page-note">
          {t('chart.most', { most: `${written(most, scope.measure)} ${unit}`, period: best?.period ?? '' })}
        </span>
      </figcaption>
      <div className="report-bars" role="img" aria-label={label}>
        {bars.map(({ period, value }, at) => (
          <div
            key={period}
            className="report-bar"
            title={`${period}: ${written(value, scope.measure)} ${unit}`}
          >
            <span style={{ '--share': most === 0 ? 0 : value / most } as CSSProperties} />
            <small className={at % (step * 2) === 0 ? '' : 'is-between'}>
              {at % step === 0 ? period.slice(scope.per === 'month' ? 0 : 5) : ''}
            </small>
          </div>
        ))}
      </div>
    </figure>
  )
}
