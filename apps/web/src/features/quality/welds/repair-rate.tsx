import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../../shared/form/day-field.tsx'
import { absent, count } from '../../../shared/format/numbers.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { OrderChoice } from '../registers/order-choice.tsx'
import { listQuery } from '../registers/quality.queries.ts'
import { WelderSelect } from './welder-select.tsx'

type RateQuery = {
  readonly from?: string
  readonly to?: string
  readonly orderId?: string
  readonly welderId?: string
}

/** Share of rejected welds; the two bases differ by a factor, so each says what it counts. */
export function RepairRatePart() {
  const { t } = useTranslation('welds')
  const [asked, setAsked] = useState<RateQuery>({})
  const put = (field: keyof RateQuery, value: string | null) =>
    setAsked(({ [field]: _old, ...rest }) => (value === null ? rest : { ...rest, [field]: value }))
  const { data, error, refetch } = useQuery(listQuery('GET /api/ndt/repair-rate', asked))
  return (
    <div className="rate-part">
      <div className="rate-tools">
        <label>
          {t('rate.from')} <DayField value={asked.from ?? null} onChange={(day) => put('from', day)} />
        </label>
        <label>
          {t('rate.to')} <DayField value={asked.to ?? null} onChange={(day) => put('to', day)} />
        </label>
        <OrderChoice value={asked.orderId ?? null} onChange={(id) => put('orderId', id)} />
        <WelderSelect value={asked.welderId ?? null} onChange={(id) => put('welderId', id)} />
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
