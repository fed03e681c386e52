import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type QueryState, Card, Figures } from './card.tsx'
import { lateOrdersQuery, nextOrdersQuery, orderLines, tilesOf } from './dashboard.queries.ts'
import { ShareRows } from './share-rows.tsx'

/** Orders by lateness: the latest ones, then those due next. */
export function OrdersArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  const late = useQuery(lateOrdersQuery)
  const next = useQuery(nextOrdersQuery(counts.data?.today))
  return (
    <>
      <Card title={t('orders')} query={counts}>
        <ShareRows
          items={tilesOf(counts.data, ['orders_late', 'due_week', 'due_month', 'due_later'])}
          tones={['bad', 'warn', 'plain', 'plain']}
        />
        <Figures items={tilesOf(counts.data, ['orders_running', 'orders_held'])} />
      </Card>
      <LateOrders query={late} next={next.data?.items ?? []} />
    </>
  )
}

interface LateOrder {
  readonly id: string
  readonly no: string
  readonly name: string
  readonly customer: string
  readonly dueOn: string | null
  readonly daysLate: number | null
}
interface LateProps {
  readonly query: QueryState & { readonly data: { readonly items: readonly LateOrder[] } | undefined }
  readonly next: readonly LateOrder[]
}

function LateOrders({ query, next }: LateProps) {
  const { t } = useTranslation('dashboard')
  const late = query.data?.items ?? []
  const items = [...late, ...next.slice(0, Math.max(0, orderLines - late.length))]
  return (
    <Card title={t('lateOrders')} query={query}>
      {late.length === 0 && <p className="page-note">{t('noneLate')}</p>}
      <ul className="order-lines">
        {items.map(({ id, no, name, customer, dueOn, daysLate }) => (
          <li key={id}>
            <Link to={`/order/detail/${id}`}>{no}</Link>
            <span className="order-line-name">
              {name} · {customer}
            </span>
            <span className={daysLate === null ? undefined : 'is-late'}>
              {daysLate === null ? t('dueOn', { day: dueOn }) : t('daysLate', { count: daysLate })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
