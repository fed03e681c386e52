import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useSession } from '../../shared/session.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** States an order can be in while there is work left on it. */
const openStatuses = ['draft', 'confirmed', 'released', 'in_production', 'on_hold'] as const

/** Home: who is signed in, and the orders that need somebody. */
export function DashboardPage() {
  const { t } = useTranslation('access')
  const user = useSession((session) => session.user)
  const seesOrders = useAllowed({ permission: 'order.view' })
  return (
    <div className="page dashboard">
      <h1>{t('dashboard.hello', { name: user?.cnName ?? '' })}</h1>
      <p className="page-note">
        {user?.plant.name}
        {user !== null && user.roles.length > 0 && ` · ${user.roles.map(({ name }) => name).join(', ')}`}
      </p>
      {seesOrders ? <OpenOrders /> : <p>{t('dashboard.nothing')}</p>}
    </div>
  )
}

function OpenOrders() {
  const { t } = useTranslation('access')
  const late = useQuery({
    queryKey: ['orders', 'dashboard', 'late'],
    queryFn: () => api('GET /api/orders', { query: { late: 'true', pageSize: 5, sort: 'dueOn' } }),
  })
  const recent = useQuery({
    queryKey: ['orders', 'dashboard', 'recent'],
    queryFn: () => api('GET /api/orders', { query: { pageSize: 8, sort: '-updatedAt' } }),
  })
  return (
    <>
      <section aria-labelledby="open-orders">
        <h2 id="open-orders">{t('dashboard.open')}</h2>
        <ul className="figures">
          <li>
            <Figure to="/order/list?late=true" title={t('dashboard.late')} count={late.data?.total} bad />
          </li>
          {openStatuses.map((status) => (
            <li key={status}>
              <StatusFigure status={status} />
            </li>
          ))}
        </ul>
      </section>
      <div className="dashboard-lists">
        <OrderList
          id="late-orders"
          title={t('dashboard.lateOrders')}
          none={t('dashboard.noneLate')}
          query={late}
        />
        <OrderList
          id="recent-orders"
          title={t('dashboard.recent')}
          none={t('dashboard.noneRecent')}
          query={recent}
        />
      </div>
    </>
  )
}

function StatusFigure({ status }: { readonly status: (typeof openStatuses)[number] }) {
  const { t } = useTranslation('access')
  const { data } = useQuery({
    queryKey: ['orders', 'dashboard', status],
    queryFn: () => api('GET /api/orders', { query: { status, pageSize: 1 } }),
  })
  return (
    <Figure to={`/order/list?status=${status}`} title={t(`dashboard.status.${status}`)} count={data?.total} />
  )
}

interface FigureProps {
  readonly to: string
  readonly title: string
  /** Undefined while it is not known. */
  readonly count: number | undefined
  readonly bad?: boolean
}

function Figure({ to, title, count, bad = false }: FigureProps) {
  return (
    <Link to={to} className={`figure ${bad && count !== undefined && count > 0 ? 'is-bad' : ''}`}>
      <span className="figure-title">{title}</span>
      <span className="figure-count">{count ?? '–'}</span>
    </Link>
  )
}

interface OrderListProps {
  readonly id: string
  readonly title: string
  readonly none: string
  readonly query: {
    readonly data: { readonly items: readonly OrderLine[] } | undefined
    readonly error: unknown
    readonly isPending: boolean
  }
}

interface OrderLine {
  readonly id: string
  readonly no: string
  readonly name: string
  readonly customer: string
  readonly dueOn: string | null
  readonly daysLate: number | null
}

function OrderList({ id, title, none, query }: OrderListProps) {
  const { t } = useTranslation('access')
  const { data, error, isPending } = query
  const problemMessage = useProblemMessage()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isPending && <div className="page-wait" aria-busy="true" />}
      {error !== null && (
        <p className="problem-line" role="alert">
          {problemMessage(error)}
        </p>
      )}
      {data?.items.length === 0 && <p className="page-note">{none}</p>}
      <ul className="order-lines">
        {data?.items.map((order) => (
          <li key={order.id}>
            <Link to={`/order/detail/${order.id}`}>{order.no}</Link>
            <span className="order-line-name">
              {order.name} · {order.customer}
            </span>
            <span className={order.daysLate === null ? '' : 'is-late'}>
              {order.daysLate === null ? order.dueOn : t('dashboard.daysLate', { count: order.daysLate })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
