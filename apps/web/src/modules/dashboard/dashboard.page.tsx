import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import { type UseQueryResult, useQueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../shared/live/use-live.tsx'
import { Card, Figures, ShareRows, type QueryState, numberOf } from './card.tsx'
import {
  tilesOf,
  lateOrdersQuery,
  nextOrdersQuery,
  orderLines,
  countsQuery,
  firstOf,
  yieldQuery,
} from './dashboard.queries.ts'
import '../../shared/machine-states/machine-states.css'
import { Link } from 'react-router'
import './dashboard.css'
import { useSession } from '../../shared/session.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { OutputCard } from './output-card.tsx'
import { absent } from '../../shared/format/numbers.ts'

/** Current states of machines, and open work on them. */
function EquipmentArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  useLiveCounts()
  return (
    <>
      <Card title={t('machines')} query={counts}>
        <ShareRows
          items={tilesOf(counts.data, [
            'machines_running',
            'machines_setup',
            'machines_idle',
            'machines_fault',
            'machines_maintenance',
            'machines_offline',
            'machines_unknown',
          ])}
          tones={['running', 'setup', 'idle', 'fault', 'maintenance', 'offline', 'unknown']}
        />
      </Card>
      <Card title={t('care')} query={counts}>
        <Figures
          items={tilesOf(counts.data, [
            'stops_unreasoned',
            'alarms_active',
            'alarms_critical',
            'checks_due',
            'plans_overdue',
            'plans_due',
            'repairs_waiting',
            'repairs_working',
            'parts_short',
          ])}
        />
      </Card>
    </>
  )
}

/** Machines report about once a second; refreshing the counts that often would be too much. */
const pauseMs = 5_000

/** Refreshes the counts after machine events, at most every few seconds. */
function useLiveCounts(): void {
  const client = useQueryClient()
  const { frame } = useLive('machines')
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (frame === null || waiting.current !== null) return
    waiting.current = setTimeout(() => {
      waiting.current = null
      void client.invalidateQueries({ queryKey: ['dashboard', 'equipment'] })
    }, pauseMs)
  }, [client, frame])
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
}

/** Orders by lateness: the latest ones, then those due next. */
function OrdersArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
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

/** Home: tasks of the signed-in user and the state of the factory, as far as permitted. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const user = useSession((session) => session.user)
  const roleName = useRoleName()
  const roles = user?.roles.map(roleName) ?? []
  return (
    <div className="page dashboard">
      <header>
        <h1>{t('hello', { name: user?.cnName ?? '' })}</h1>
        <p className="page-note">{[user?.plant.name ?? '', roles.join(', ')].filter(Boolean).join(' · ')}</p>
      </header>
      <Areas />
    </div>
  )
}

function Areas() {
  const { t } = useTranslation('dashboard')
  const sees = {
    orders: useAllowed({ permission: 'order.view' }),
    quality: useAllowed({ permission: 'quality.view' }),
    equipment: useAllowed({ permission: 'equipment.view' }),
  }
  const orders = useQuery(countsQuery('orders', sees.orders))
  const quality = useQuery(countsQuery('quality', sees.quality))
  const equipment = useQuery(countsQuery('equipment', sees.equipment))
  const queries = Object.entries({ orders, quality, equipment }).flatMap(([area, query]) =>
    sees[area as keyof typeof sees] ? [query] : [],
  )
  if (queries.length === 0) return <p>{t('nothing')}</p>
  return (
    <div className="dashboard-grid">
      <TaskList queries={queries} />
      {sees.orders && <OutputCard />}
      {sees.orders && <OrdersArea counts={orders} />}
      {sees.equipment && <EquipmentArea counts={equipment} />}
      {sees.quality && <QualityArea counts={quality} />}
    </div>
  )
}

/** First pass of the month, and what is open. */
function QualityArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  const today = counts.data?.today
  const passed = useQuery(yieldQuery(today))
  const [month] = passed.data?.months.slice(-1) ?? []
  const share = month === undefined || month.inspected === 0 ? null : month.passed / month.inspected
  return (
    <Card title={t('common:area.quality')} query={counts}>
      <Link
        className="first-pass"
        to={`/quality/statistics?from=${firstOf(today ?? '')}&to=${today ?? ''}`}
        data-tile="first_pass"
      >
        <span className="figure-title">{t('firstPass')}</span>
        <span className="figure-count">{share === null ? absent : `${(share * 100).toFixed(1)} %`}</span>
        <span className="share-track" aria-hidden>
          <span className="share-bar is-good" style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
        <span className="page-note">{month === undefined ? t('noInspections') : t('passedOf', month)}</span>
      </Link>
      <Figures items={tilesOf(counts.data, ['ncrs_open', 'ncrs_overdue', 'inspections_due', 'ndt_due'])} />
    </Card>
  )
}

interface Props {
  readonly queries: readonly (QueryState & { readonly data: DashboardCounts | undefined })[]
}

/** Tasks of this user. A query that fails shows its error in its own card. */
function TaskList({ queries }: Props) {
  const { t } = useTranslation('dashboard')
  const items = queries.flatMap(({ data }) => data?.items ?? [])
  const mine = items.filter(({ task }) => task)
  const waiting = mine.filter(({ total }) => total > 0)
  const isPending = waiting.length === 0 && queries.some((query) => query.isPending)
  // Read-only users have no tasks: show no empty card.
  if (!isPending && mine.length === 0) return null
  return (
    <Card title={t('tasks')} wide query={{ isPending, error: null, refetch: () => undefined }}>
      {waiting.length === 0 ? (
        <p className="page-note">{t('noTasks')}</p>
      ) : (
        <ul className="tasks">
          {waiting.map((item) => (
            <li key={item.id}>
              <Link to={item.to} className="task" data-task={item.id}>
                <span className="task-count">{numberOf(item)}</span>
                <span>{t(`tile.${item.id}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
