import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import type { DashboardTile } from '@cloud-factory/domain/dashboard/dashboard-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { absent } from '../../shared/format/numbers.ts'
import { useLive } from '../../shared/live/use-live.tsx'
import '../../shared/machine-states/machine-states.css'
import { useAllowed, usePermissionTags } from '../../shared/permission.ts'
import { useSession } from '../../shared/session.ts'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { Card, Figures, type QueryState, ShareRows } from './card.tsx'
import './dashboard.css'
import { type Counted, countsQuery, firstOf, tilesOf, yieldQuery } from './dashboard.queries.ts'
import { OutputCard } from './output-card.tsx'
import { QueueBand } from './queue-band.tsx'
import { SystemCard } from './system-queue.tsx'

/** Home: what waits for the signed-in person, to be done here, and one chart of what is coming. */
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
      <Bands />
    </div>
  )
}

function Bands() {
  const { t } = useTranslation('dashboard')
  const sees = {
    orders: useAllowed({ permission: 'order.view' }),
    quality: useAllowed({ permission: 'quality.view' }),
    equipment: useAllowed({ permission: 'equipment.view' }),
    system: useAllowed({ permission: 'authority.users' }),
  }
  const orders = useQuery(countsQuery('orders', sees.orders))
  const quality = useQuery(countsQuery('quality', sees.quality))
  const equipment = useQuery(countsQuery('equipment', sees.equipment))
  const system = useQuery(countsQuery('system', sees.system))
  const queries = Object.entries({ system, orders, quality, equipment }).flatMap(([area, query]) =>
    sees[area as keyof typeof sees] ? [query] : [],
  )
  if (queries.length === 0) return <p>{t('nothing')}</p>
  return (
    <div className="dashboard-grid">
      {sees.equipment && <LiveCounts />}
      <NowBand queries={queries} />
      <QueueBand />
      <Outlook quality={quality} equipment={equipment} />
    </div>
  )
}

/** Machines report about once a second; refreshing the counts that often would be too much. */
const pauseMs = 5_000

/** Refreshes counts and alarms after machine events, at most every few seconds. */
function LiveCounts() {
  const client = useQueryClient()
  const { frame } = useLive('machines')
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (frame === null || waiting.current !== null) return
    waiting.current = setTimeout(() => {
      waiting.current = null
      void client.invalidateQueries({ queryKey: ['dashboard', 'equipment'] })
      void client.invalidateQueries({ queryKey: ['alarms', 'list'] })
    }, pauseMs)
  }, [client, frame])
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
  return null
}

/** Tasks, the most urgent kind first. */
const byUrgency: readonly DashboardTile[] = [
  'gateways_silent',
  'silent_machines',
  'devices_unknown',
  'users_locked',
  'alarms_active',
  'orders_late',
  'orders_to_release',
  'inspections_due',
  'ncrs_to_approve',
  'repairs_waiting',
  'ncrs_to_execute',
  'orders_held',
  'inspections_to_judge',
  'stops_unreasoned',
  'checks_due',
  'plans_overdue',
  'ncrs_to_dispose',
  'ncrs_to_verify',
  'alarms_returned',
  'repairs_to_verify',
  'deliveries_to_send',
  'plans_due',
  'ndt_due',
  'inspections_draft',
  'repairs_working',
  'parts_short',
  'orders_draft',
  'users_online',
]
/** What people look at who have no task. */
const toRead: readonly DashboardTile[] = [
  'orders_late',
  'orders_running',
  'ncrs_open',
  'ncrs_overdue',
  'alarms_critical',
]
const shownAtMost = 5

/** The numbers of a person: tasks with something to do; for people without tasks what they watch. */
function nowOf(items: readonly Counted[]): readonly Counted[] {
  const tasks = items.filter(({ task }) => task)
  const ids = tasks.length > 0 ? byUrgency : toRead
  const own = tilesOf(tasks.length > 0 ? tasks : items, ids)
  return (tasks.length > 0 ? own.filter(({ total }) => total > 0) : own).slice(0, shownAtMost)
}

interface NowProps {
  readonly queries: readonly (QueryState & { readonly data: DashboardCounts | undefined })[]
}

/** At most five numbers of this person. A query that fails is named with its error. */
function NowBand({ queries }: NowProps) {
  const { t } = useTranslation('dashboard')
  const items = nowOf(queries.flatMap(({ data }) => data?.items ?? []))
  const pending = queries.find((query) => query.isPending)
  const failed = queries.find(({ error }) => error !== null)
  return (
    <Card
      title={t('now')}
      wide
      query={failed ?? pending ?? { isPending: false, error: null, refetch: () => undefined }}
    >
      {items.length === 0 ? <p className="page-note">{t('noTasks')}</p> : <Figures items={items} />}
    </Card>
  )
}

interface OutlookProps {
  readonly quality: UseQueryResult<DashboardCounts>
  readonly equipment: UseQueryResult<DashboardCounts>
}

const orderWork = ['order.edit', 'order.release', 'order.report', 'order.ship'] as const

/** One chart: the server for administrators; output for those who plan, make or watch; machine states for maintenance; first-pass yield for inspection. */
function Outlook({ quality, equipment }: OutlookProps) {
  const tags = usePermissionTags()
  const can = (tag: (typeof tags)[number]) => tags.includes(tag)
  if (can('ops.metrics') && can('authority.users')) return <SystemCard />
  const worksOnOrders = satisfies(tags, { permissionOr: orderWork })
  if (!worksOnOrders && can('equipment.maintain')) return <MachineStates counts={equipment} />
  if (!worksOnOrders && can('quality.inspect')) return <FirstPass counts={quality} />
  if (can('order.view')) return <OutputCard />
  if (can('equipment.view')) return <MachineStates counts={equipment} />
  return can('quality.view') ? <FirstPass counts={quality} /> : null
}

function MachineStates({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('machines')} wide query={counts}>
      <ShareRows
        items={tilesOf(counts.data?.items ?? [], [
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
  )
}

/** First pass of the month. */
function FirstPass({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  const today = counts.data?.today
  const passed = useQuery(yieldQuery(today))
  const [month] = passed.data?.months.slice(-1) ?? []
  const share = month === undefined || month.inspected === 0 ? null : month.passed / month.inspected
  return (
    <Card title={t('common:area.quality')} wide query={counts}>
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
    </Card>
  )
}
