import type { DashboardCounts } from '@cloud-factory/contract/dashboard'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Asked, Card, Figures } from './card.tsx'
import { lateOrdersQuery, tilesOf } from './dashboard.queries.ts'
import { ShareRows } from './share-rows.tsx'

/** Orders by how late they are, and the worst of them. */
export function OrdersArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  const late = useQuery(lateOrdersQuery)
  return (
    <>
      <Card title={t('orders')} query={counts}>
        <ShareRows
          items={tilesOf(counts.data, ['orders_late', 'due_week', 'due_month', 'due_later'])}
          tones={['bad', 'warn', 'plain', 'plain']}
        />
        <Figures items={tilesOf(counts.data, ['orders_running', 'orders_held'])} />
      </Card>
      <LateOrders query={late} />
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
  readonly query: Asked & { readonly data: { readonly items: readonly LateOrder[] } | undefined }
}

function LateOrders({ query }: LateProps) {
  const { t } = useTranslation('dashboard')
  const items = query.data?.items ?? []
  return (
    <Card title={t('lateOrders')} query={query}>
      {items.length === 0 && <p className="page-note">{t('noneLate')}</p>}
      <ul className="order-lines">
        {items.map(({ id, no, name, customer, dueOn, daysLate }) => (
          <li key={id}>
            <Link to={`/order/detail/${id}`}>{no}</Link>
            <span className="order-line-name">
              {name} · {customer}
            </span>
            <span className={daysLate === null ? '' : 'is-late'}>
              {daysLate === null ? dueOn : t('daysLate', { count: daysLate })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
