import type { NdtDue, NdtSettings } from '@cloud-factory/contract/welding/ndt'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count, absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { RequestForm } from './request-form.tsx'
import '../quality-records/quality.css'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { RequestsTable } from './requests-table.tsx'
import { Skeleton } from 'antd'
import { api } from '../../shared/api.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { PlanForm } from './plan-form.tsx'
import { DayField } from '../../shared/form/day-field.tsx'
import { OrderChoice } from '../quality-records/order-choice.tsx'
import { WelderSelect } from './welder-select.tsx'

const filterNames = ['orderId'] as const

/** Welds whose test is due by the plan and not yet requested, by mark. */
export function DueTable() {
  const { t } = useTranslation('welding')
  const list = useListState('GET /api/ndt/due', filterNames)
  const query = useListQuery(list, (page) => listQuery('GET /api/ndt/due', page))
  const [selected, setSelected] = useState<NdtDue | null>(null)
  const allowed = useAllowed({ permission: 'quality.inspect' }) ? true : 'permission.denied'
  const columns = useMemo(() => dueColumns(t), [t])
  return (
    <>
      <DataTable<NdtDue>
        name="ndt-due"
        label={t('part.due')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('searchWelds')}
        empty={<span>{t('due.empty')}</span>}
        rowActions={{
          width: 150,
          render: (row) => (
            <ReasonButton type="link" size="small" allowed={allowed} onClick={() => setSelected(row)}>
              {t('action.request')}
            </ReasonButton>
          ),
        }}
      />
      {selected !== null && (
        <RequestForm
          weldIds={selected.weldIds}
          onDone={() => setSelected(null)}
          onClose={() => setSelected(null)}
        />
      )}
    </>
  )
}

const dueColumns = (t: TFunction<'welding'>): readonly Column<NdtDue>[] => [
  { key: 'mark', title: t('field.mark'), width: 130, pinned: true, render: ({ mark }) => mark },
  {
    key: 'order',
    title: t('field.order'),
    width: 145,
    sort: 'orderNo',
    group: ({ order }) => order.no,
    render: ({ order }) => order.no,
  },
  {
    key: 'waiting',
    title: t('field.waiting'),
    width: 180,
    align: 'right',
    render: ({ waiting }) => count(waiting),
  },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: 110,
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'welds',
    title: t('field.welds'),
    width: 110,
    align: 'right',
    render: ({ weldIds }) => count(weldIds.length),
  },
  {
    key: 'demandMm',
    title: t('field.leftMm'),
    width: 150,
    align: 'right',
    render: ({ demandMm }) => count(demandMm),
  },
]

/** Required extent and time of testing; editable with permission. */
function PlanPart() {
  const { t } = useTranslation('welding')
  const [editing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'ndt', 'settings'],
    queryFn: ({ signal }) => api('GET /api/ndt/settings', { signal }),
  })
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  return (
    <div className="rate-part">
      <dl className="quality-facts">
        {factsOf(data, t('ndtPlan.hours')).map(([key, value]) => (
          <div key={key}>
            <dt>{t(`ndtPlan.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="form-note">{t('ndtPlan.source')}</p>
      <ReasonButton type="primary" allowed={data.can.edit} onClick={() => setEditing(true)}>
        {t('action.edit')}
      </ReasonButton>
      {editing && <PlanForm settings={data} onClose={() => setEditing(false)} />}
    </div>
  )
}

const factsOf = (plan: NdtSettings, hours: string) =>
  [
    ['percent1', `${plan.percent[1]} %`],
    ['percent2', `${plan.percent[2]} %`],
    ['percent3', `${plan.percent[3]} %`],
    ['atLeastMm', `${plan.atLeastMm} mm`],
    ['waitHours', `${plan.waitHours} ${hours}`],
    ['waitHoursHigh', `${plan.waitHoursHigh} ${hours}`],
    ['highFromMpa', `${plan.highFromMpa} MPa`],
  ] as const

const parts = {
  due: <DueTable />,
  requests: <RequestsTable />,
  rate: <RepairRatePart />,
  plan: <PlanPart />,
}

/** Non-destructive tests: due welds, requests, repair rates, test coverage. */
export function NdtPage() {
  const { t } = useTranslation('welding')
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.ndt')} note={t('ndtNote')} />
      <PageParts label={t('shell:route.ndt')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}

type RateQuery = {
  readonly from?: string
  readonly to?: string
  readonly orderId?: string
  readonly welderId?: string
}

/** Share of rejected welds; the two bases differ by a factor, so each states what it counts. */
function RepairRatePart() {
  const { t } = useTranslation('welding')
  const [query, setQuery] = useState<RateQuery>({})
  const put = (field: keyof RateQuery, value: string | null) =>
    setQuery(({ [field]: _old, ...rest }) => (value === null ? rest : { ...rest, [field]: value }))
  const { data, error, refetch } = useQuery(listQuery('GET /api/ndt/repair-rate', query))
  return (
    <div className="rate-part">
      <div className="rate-tools">
        <label>
          {t('rate.from')} <DayField value={query.from ?? null} onChange={(day) => put('from', day)} />
        </label>
        <label>
          {t('rate.to')} <DayField value={query.to ?? null} onChange={(day) => put('to', day)} />
        </label>
        <OrderChoice value={query.orderId ?? null} onChange={(id) => put('orderId', id)} />
        <WelderSelect value={query.welderId ?? null} onChange={(id) => put('welderId', id)} />
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && (
        <div className="rate-cards">
          {(['joints', 'length'] as const).map((basis) => (
            <section key={basis} className="rate-card">
              <h3>{t(`rate.${basis}`)}</h3>
              <strong>{data[basis].percent === null ? absent : `${data[basis].percent} %`}</strong>
              <p>
                {t(`rate.${basis}Of`, {
                  rejected: count(data[basis].rejected),
                  tested: count(data[basis].tested),
                })}
              </p>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
