import type { ProjectWeights, projectWeightsApi } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write, asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import { canPlan, processesOf, lockOrdersOf, saveWeights } from '../planning/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { projectForUpdate, saveProject } from '../projects/public.ts'
import { refreshOrderTotals, uncounted } from '../orders/public.ts'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { type StatusSummary, statusFromSummary } from './production.rules.ts'
import type { LockedOrder, LockedPiece, NewReport } from './production.store.ts'

interface Read {
  readonly version: number
  readonly own: boolean
  readonly items: { readonly processId: string; readonly weight: number }[]
}

/** Progress weights of a project: its own or, if it has none, the defaults of new projects. */
export async function weightsOf(reads: Reads, actor: Actor, projectId: string): Promise<ProjectWeights> {
  const rows = await readRows(
    reads,
    sql<Read>`
      select p.version, own.own, coalesce((
        select jsonb_agg(jsonb_build_object('processId', r.id::text, 'weight',
          case when own.own then coalesce(w.weight, 0) else r.weight end) order by r.position, r.id)
        from processes r left join project_weights w on w.process_id = r.id and w.project_id = p.id
        where r.plant_id = p.plant_id and (r.active or w.weight is not null)), '[]') as items
      from projects p
      cross join lateral (select exists (select from project_weights where project_id = p.id) as own) own
      where p.plant_id = ${actor.plantId} and p.id = ${Number(projectId)}`,
  )
  const row = rows[0] ?? fail('not_found')
  return {
    projectId,
    items: row.items,
    own: row.own,
    version: row.version,
    can: { edit: canPlan(actor.tags) },
  }
}

/** Gives a locked project without progress weights those of the processes; fails when they do not sum to 100. */
export async function ensureWeights(write: Write, plantId: number, projectId: number): Promise<void> {
  await sql`
    insert into project_weights (project_id, process_id, plant_id, weight)
    select ${projectId}, id, plant_id, weight from processes
    where plant_id = ${plantId} and active and weight > 0
      and not exists (select from project_weights where project_id = ${projectId})
      and (select sum(weight) from processes where plant_id = ${plantId} and active) = 100`.execute(write)
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(weight), 0) as sum from project_weights where project_id = ${projectId}`.execute(
    write,
  )
  const sum = rows[0]?.sum ?? 0
  if (sum !== 100) fail('state.refused', { params: { reason: 'order.weights_missing', sum } })
}

type Input = BodyOf<(typeof projectWeightsApi)['PUT /api/projects/:id/weights']>

/** Sets the progress weights of a project; updates the progress of its orders. */
export async function setWeights(
  write: Write,
  actor: Actor,
  projectId: string,
  { version, items }: Input,
): Promise<void> {
  const orders = await lockOrdersOf(write, actor.plantId, projectId)
  const project = await projectForUpdate(write, actor.plantId, projectId)
  const current = await weightsOf(asReads(write), actor, projectId)
  if (project.version !== version) fail('version.conflict', { current })
  const ids = new Set(items.map(({ processId }) => processId))
  if (ids.size < items.length) {
    fail('request.invalid', { errors: [{ path: 'body.items', reason: 'duplicate' }] })
  }
  const processes = await processesOf(write, actor.plantId, [...ids])
  if (processes.length < ids.size) fail('not_found')
  const sum = sumOfWeights(items.map(({ weight }) => weight))
  if (sum !== 100) fail('state.refused', { params: { reason: 'weights.not_100', sum } })

  await saveWeights(write, actor.plantId, project.id, items)
  await saveProject(write, actor, project.id, {})
  await refreshProgress(write, actor, orders)
  const named = new Map(processes.map(({ id, code }) => [String(id), code]))
  const byCode = (list: Input['items']) =>
    Object.fromEntries(
      list
        .filter(({ weight }) => weight > 0)
        .map(({ processId, weight }) => [named.get(processId) ?? processId, weight]),
    )
  await recordAudit(write, actor, {
    action: 'projects.weights',
    subjectKind: 'project',
    subjectId: projectId,
    subjectName: project.code,
    before: current.own ? { weights: byCode(current.items) } : {},
    after: { weights: byCode(items) },
  })
  await recordEvent(write, actor, { name: 'projects.weights_changed', subjectId: projectId })
}

/** Applies new progress weights of a project to its locked orders in production: progress, and the pace of their days. */
async function refreshProgress(write: Write, actor: Actor, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${actor.plantId} and id = any(${orderIds}::bigint[])
      and released_at is not null and status not in ('closed', 'cancelled') order by id`.execute(write)
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await refreshOrderTotals(write, actor, id)
  await recomputeDays(write, actor.plantId, ids, await daysOf(write, ids))
}

/**
 * Recalculates the daily sums of locked orders and then those of the plant. The plant's rows are locked first and summed by a later statement, so it
 * sees what others committed while this one waited. Call it late in a transaction.
 */
export async function recomputeDays(
  write: Write,
  plantId: number,
  orderIds: readonly number[],
  requested: readonly string[],
): Promise<void> {
  const days = [...new Set(requested)].sort()
  if (days.length === 0 || orderIds.length === 0) return
  await sql`
    with done as (
      select r.order_id, r.day, m.route_id, r.process_id, sum(r.kg) as kg
      from work_reports r join marks m on m.id = r.mark_id
      where r.order_id = any(${orderIds}::bigint[]) and r.day = any(${days}::date[]) and r.undone_at is null and not r.void
      group by 1, 2, 3, 4
    ),
    shares as (
      select d.order_id, d.route_id, s.process_id, case when sum(coalesce(w.weight, 0)) over route > 0
        then coalesce(w.weight, 0) / sum(coalesce(w.weight, 0)) over route else 1.0 / count(*) over route end as share
      from (select distinct order_id, route_id from done) d join orders o on o.id = d.order_id
        join route_steps s on s.route_id = d.route_id
        left join project_weights w on w.project_id = o.project_id and w.process_id = s.process_id
      window route as (partition by d.order_id, d.route_id)
    )
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select o.id, d.day, ${plantId}, coalesce(sum(done.kg * shares.share), 0)
    from orders o cross join unnest(${days}::date[]) d (day)
      left join done on done.order_id = o.id and done.day = d.day
      left join shares on shares.order_id = o.id and shares.route_id = done.route_id
        and shares.process_id = done.process_id
    where o.plant_id = ${plantId} and o.id = any(${orderIds}::bigint[])
    group by o.id, d.day order by o.id, d.day
    on conflict (order_id, day) do update set weighted_kg = excluded.weighted_kg`.execute(write)
  await recomputePlantDays(write, plantId, days)
}

/** Days on which locked orders have any work. */
async function daysOf(write: Write, orderIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from order_days where order_id = any(${orderIds}::bigint[])`.execute(write)
  return rows.map(({ day }) => day)
}

async function recomputePlantDays(write: Write, plantId: number, days: readonly string[]): Promise<void> {
  await sql`insert into plant_days (plant_id, day) select ${plantId}, d from unnest(${days}::date[]) d order by d
    on conflict do nothing`.execute(write)
  await sql`select from plant_days where plant_id = ${plantId} and day = any(${days}::date[])
    order by day for no key update`.execute(write)
  await sql`
    update plant_days set weighted_kg = s.weighted_kg, orders = s.orders
    from (select day, sum(weighted_kg) as weighted_kg, count(*) filter (where weighted_kg > 0)::int as orders
      from order_days where plant_id = ${plantId} and day = any(${days}::date[]) group by day) s
    where plant_days.plant_id = ${plantId} and plant_days.day = s.day`.execute(write)
}

type RecalculatedOrder = Pick<LockedOrder, 'id' | 'no' | 'status'>

/** A new status of an order, forwards or back, caused by its pieces. */
export interface OrderMoved {
  readonly id: number
  readonly no: string
  readonly from: OrderStatus
  readonly to: OrderStatus
}

/**
 * Updates locked orders after a command on their pieces: counters, days of work, status. Records the events of changed statuses; the command writes
 * its own audit row.
 */
export async function recalculateOrders(
  write: Write,
  actor: Actor,
  orders: readonly RecalculatedOrder[],
  days: readonly string[],
): Promise<readonly OrderMoved[]> {
  const moved: OrderMoved[] = []
  for (const order of orders) {
    await refreshOrderTotals(write, actor, order.id)
    const to = statusFromSummary(order.status, await statusOf(write, order.id))
    if (to === order.status) continue
    await saveSettled(write, order.id, to)
    moved.push({ id: order.id, no: order.no, from: order.status, to })
  }
  const ids = orders.map(({ id }) => id)
  await recomputeDays(write, actor.plantId, ids, days)
  for (const { id } of moved) await recordEvent(write, actor, { name: 'orders.moved', subjectId: String(id) })
  return moved
}

async function statusOf(write: Write, orderId: number): Promise<StatusSummary> {
  const { rows } = await sql<StatusSummary>`
    select count(*)::int as pieces,
      count(*) filter (where p.status not in ('planned', 'issued') or p.step_part > 0)::int as started,
      count(*) filter (where p.steps_done >= r.work_steps and p.status not in ('ncr_open', 'rework'))::int as "workDone",
      count(*) filter (where p.status in ('shipped', 'received'))::int as shipped
    from pieces p join marks m on m.id = p.mark_id
      left join (select s.route_id, count(*) filter (where kind = 'work') as work_steps
        from route_steps s join processes on processes.id = s.process_id group by s.route_id) r on r.route_id = m.route_id
    where p.order_id = ${orderId} and p.status <> all(${uncounted}::text[])`.execute(write)
  return rows[0] ?? { pieces: 0, started: 0, workDone: 0, shipped: 0 }
}

/** The pieces change the status, not a person. The version stays, so that reports do not invalidate an open form. */
async function saveSettled(write: Write, orderId: number, to: OrderStatus): Promise<void> {
  await sql`
    update orders set status = ${to},
      started_at = case when ${to} = 'released' then null else coalesce(started_at, now()) end,
      completed_at = case when ${to} in ('completed', 'shipped') then coalesce(completed_at, now()) end
    where id = ${orderId}`.execute(write)
}

/** Maximum number of serials in an audit row; the reports have all. */
const namedSerials = 20

interface ReportsDone {
  readonly action: string
  readonly orders: readonly Pick<LockedOrder, 'id' | 'no'>[]
  readonly reports: readonly Pick<NewReport, 'orderId' | 'pieceId' | 'processId' | 'kg'>[]
  readonly pieces: readonly Pick<LockedPiece, 'id' | 'serial'>[]
  readonly moved: readonly OrderMoved[]
  readonly reason?: string
}

/** One audit row and one event per order: reported, undone, packed, sent or received. */
export async function recordReports(write: Write, actor: Actor, done: ReportsDone): Promise<void> {
  const serials = new Map(done.pieces.map(({ id, serial }) => [id, serial]))
  for (const { id, no } of done.orders) {
    const own = done.reports.filter(({ orderId }) => orderId === id)
    const pieceIds = [...new Set(own.map(({ pieceId }) => pieceId))]
    const move = done.moved.find((one) => one.id === id)
    const ids = [...new Set(own.map(({ processId }) => processId))]
    const facts = {
      pieces: pieceIds.length,
      kg: Math.round(own.reduce((sum, { kg }) => sum + kg, 0) * 1000) / 1000,
    }
    await recordAudit(write, actor, {
      action: done.action,
      subjectKind: 'order',
      subjectId: String(id),
      subjectName: no,
      ...(move === undefined ? {} : { before: { status: move.from } }),
      after: {
        process: await codesOf(write, ids),
        ...facts,
        serials: pieceIds
          .slice(0, namedSerials)
          .map((pieceId) => serials.get(pieceId) ?? '')
          .join(', '),
        ...(done.reason === undefined ? {} : { reason: done.reason }),
        ...(move === undefined ? {} : { status: move.to }),
      },
    })
    await recordEvent(write, actor, { name: eventOf(done.action), subjectId: String(id) })
  }
}

async function codesOf(write: Write, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ code: string }>`
    select code from processes where id = any(${ids}::bigint[]) order by position, id`.execute(write)
  return rows.map(({ code }) => code).join(', ')
}

const eventOf = (action: string) =>
  action === 'orders.undo_report' ? 'orders.report_undone' : 'orders.reported'
