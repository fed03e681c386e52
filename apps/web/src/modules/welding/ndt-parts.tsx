import type { NdtSettings } from '@cloud-factory/contract/welding/ndt'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { OrderChoice } from '../quality-records/order-choice.tsx'
import { listQuery } from '../quality-records/quality.queries.ts'
import { PlanForm } from './plan-form.tsx'
import { WelderSelect } from './welder-select.tsx'

/** Required extent and time of testing; editable with permission. */
export function PlanPart() {
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

type RateQuery = {
  readonly from?: string
  readonly to?: string
  readonly orderId?: string
  readonly welderId?: string
}

/** Share of rejected welds; the two bases differ by a factor, so each states what it counts. */
export function RepairRatePart() {
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
