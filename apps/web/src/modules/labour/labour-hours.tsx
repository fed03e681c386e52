import type { WorkReportRow } from '@cloud-factory/contract/production/work'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { useToday } from '../../shared/format/dates.ts'
import { absent, count, exactTonnes, gramsShown, hundredths } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { SpanFilter } from '../../shared/list/filters.tsx'
import { RowTable } from '../../shared/list/row-table.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import { reportsQuery } from '../production/work.queries.ts'
import { spanOf, spans } from '../production-reports/report.rules.ts'
import { labourQuery } from './labour.queries.ts'
import {
  type Group,
  groupLines,
  groups,
  type LabourLine,
  processLines,
  ratioOf,
  sumOf,
} from './labour.rules.ts'

export type T = ReturnType<typeof useTranslation<'labour'>>['t']

const ratioShown = (ratio: number | null): string =>
  ratio === null ? absent : `${(ratio * 100).toFixed(0)} %`

interface Scope {
  readonly from: string
  readonly to: string
  readonly group: Group
  readonly orderId: string | null
  readonly processId: string | null
}

/** The scope that the address names; an order is shown by its processes. */
function useScope(today: string): readonly [Scope, (change: Partial<Scope>) => void] {
  const [search, setSearch] = useSearchParams()
  const [first, last] = spanOf('days30', today)
  const scope: Scope = {
    from: search.get('from') ?? first,
    to: search.get('to') ?? last,
    group: groups.find((group) => group === search.get('group')) ?? 'none',
    orderId: search.get('orderId'),
    processId: search.get('processId'),
  }
  const change = (part: Partial<Scope>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries({ ...scope, ...part }))
          if (value === null) next.delete(key)
          else next.set(key, value)
        return next
      },
      { replace: true },
    )
  return [scope, change]
}

/** Expected, earned and actual hours of a span of days, by process, order, crew or month; of a process also the reports. */
export function LabourHours() {
  const { t } = useTranslation('labour')
  const today = useToday()
  const [scope, change] = useScope(today)
  const { from, to, group, orderId, processId } = scope
  const nameOf = useProcessName()
  const query = useQuery(labourQuery({ from, to, group, ...(orderId !== null && { orderId }) }))
  const { data } = query
  const lines = useMemo(
    () => data && (group === 'none' ? processLines(data, nameOf) : groupLines(data)),
    [data, group, nameOf],
  )
  const isOrder = data !== undefined && data.order !== null
  const open = (line: LabourLine) =>
    change(group === 'none' ? { processId: line.id } : { group: 'none', orderId: line.id, processId: null })
  return (
    <>
      <div className="labour-tools">
        <SpanFilter
          days={[from, to]}
          today={today}
          labels={[t('common:from'), t('common:field.to')]}
          label={t('production-reports:span.label')}
          spans={spans.map((value) => ({
            value,
            label: t(`production-reports:span.${value}`),
            days: spanOf(value, today),
          }))}
          onChange={(days) => change(days)}
        />
        <Segmented
          label={t('production-reports:group.label')}
          value={group}
          options={groups.map((value) => ({ value, label: t(groupTitles[value]) }))}
          onChange={(value) => change({ group: value, processId: null })}
        />
        {isOrder && (
          <>
            <Link to={`/order/detail/${data.order?.id}`}>{data.order?.no}</Link>
            <Button onClick={() => change({ orderId: null, group: 'order', processId: null })}>
              {t('allOrders')}
            </Button>
          </>
        )}
      </div>
      <QueryState query={query} rows={8} />
      {query.error === null && lines !== undefined && (
        <HoursTable lines={lines} group={group} isOrder={isOrder} onOpen={open} />
      )}
      {processId !== null && group === 'none' && (
        <ProcessReports key={`${processId} ${orderId}`} scope={{ from, to, processId, orderId }} />
      )}
    </>
  )
}

const groupTitles = {
  none: 'common:field.process',
  order: 'common:field.order',
  crew: 'common:field.crew',
  month: 'production-reports:per.month',
} as const

interface TableProps {
  readonly lines: readonly LabourLine[]
  readonly group: Group
  readonly isOrder: boolean
  readonly onOpen: (line: LabourLine) => void
}

function HoursTable({ lines, group, isOrder, onOpen }: TableProps) {
  const { t } = useTranslation('labour')
  const sum = sumOf(lines)
  const figures = {
    earned: hundredths(sum.earned),
    actual: hundredths(sum.hours),
    ratio: ratioShown(ratioOf(sum)),
  }
  return (
    <>
      <p className="labour-sum">{t('summary', figures)}</p>
      <RowTable<LabourLine>
        label={t('part.hours')}
        columns={[
          nameColumn(t, group, onOpen),
          ...(group === 'none' ? outputColumns(t, isOrder) : []),
          ...hoursColumns(t),
          ...(group === 'none' ? missingColumns(t) : []),
        ]}
        rows={lines}
        empty={t('empty.hours')}
      />
      <p className="page-note">{t('basisText')}</p>
    </>
  )
}

/** A process opens its reports, an order its processes. */
const nameColumn = (t: T, group: Group, onOpen: TableProps['onOpen']): Column<LabourLine> => ({
  key: 'name',
  title: t(groupTitles[group]),
  width: 160,
  pinned: true,
  render: (line) => {
    const name = line.name ?? t('production-reports:noGroup')
    if (group === 'crew' || group === 'month') return name
    return (
      <button
        type="button"
        className="link-button"
        title={group === 'none' ? t('showReports', { process: name }) : undefined}
        onClick={() => onOpen(line)}
      >
        {name}
      </button>
    )
  },
})

const number = (
  key: string,
  title: string,
  render: (line: LabourLine) => string,
  width = 105,
): Column<LabourLine> => ({ key, title, width, align: 'right', render })

const outputColumns = (t: T, isOrder: boolean): readonly Column<LabourLine>[] => [
  number('tonnes', t('production-reports:column.tonnes'), ({ process }) => exactTonnes(process?.kg)),
  number('pieces', t('production-reports:column.pieces'), ({ process }) => count(process?.pieces), 95),
  ...(isOrder
    ? [number('expected', t('field.expected'), ({ process }) => hundredths(process?.expected ?? null))]
    : []),
]

const hoursColumns = (t: T): readonly Column<LabourLine>[] => [
  number('earned', t('field.earned'), ({ earned }) => hundredths(earned), 115),
  number('hours', t('field.actual'), ({ hours }) => hundredths(hours)),
  { ...number('ratio', t('field.ratio'), (line) => ratioShown(ratioOf(line))), tip: t('ratioTip') },
]

const missingColumns = (t: T): readonly Column<LabourLine>[] => [
  number(
    'noStandard',
    t('field.withoutStandard'),
    ({ process }) => exactTonnes(process?.withoutStandardKg),
    150,
  ),
  number('noHours', t('field.withoutHours'), ({ process }) => exactTonnes(process?.withoutHoursKg)),
]

const pageSize = 20

/** The reports that the numbers of a process consist of. */
function ProcessReports({ scope }: { readonly scope: Omit<Scope, 'group'> }) {
  const { t } = useTranslation('labour')
  const nameOf = useProcessName()
  const [page, setPage] = useState(1)
  const { from, to, orderId, processId } = scope
  const filter = { from, to, sort: 'day', page, pageSize } as const
  const query = useQuery(
    reportsQuery({
      ...filter,
      ...(processId !== null && { processId }),
      ...(orderId !== null && { orderId }),
    }),
  )
  const columns = useMemo(() => reportColumns(t), [t])
  return (
    <section>
      <h2>{t('reports', { process: nameOf(processId ?? '') })}</h2>
      <RowTable<WorkReportRow>
        label={t('reports', { process: nameOf(processId ?? '') })}
        columns={columns}
        rows={query.data?.items}
        empty={t('empty.hours')}
        pages={{ page, pageSize, total: query.data?.total ?? 0, onChange: setPage }}
      />
    </section>
  )
}

const reportColumns = (t: T): readonly Column<WorkReportRow>[] => [
  { key: 'day', title: t('common:column.period'), width: 110, pinned: true, render: ({ day }) => day },
  { key: 'serial', title: t('common:field.piece'), width: 150, render: ({ serial }) => serial },
  {
    key: 'order',
    title: t('common:field.order'),
    width: 150,
    render: ({ orderId, orderNo }) => <Link to={`/order/detail/${orderId}`}>{orderNo}</Link>,
  },
  { key: 'crew', title: t('common:field.crew'), width: 130, render: ({ crew }) => crew ?? absent },
  {
    key: 'kg',
    title: t('common:field.kg'),
    width: 120,
    align: 'right',
    render: ({ kg, undone }) => (undone === null ? gramsShown(kg) : t('kind.taken_back')),
  },
  {
    key: 'hours',
    title: t('field.actual'),
    width: 110,
    align: 'right',
    render: ({ hours }) => hundredths(hours),
  },
]
