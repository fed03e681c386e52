import type { ProjectWeights, projectWeightsApi } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write, asReads } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import { canPlan, processesOf, lockOrdersOf, saveWeights } from '../planning/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { projectForUpdate, saveProject } from '../projects/public.ts'
import { refreshOrderTotals } from '../orders/public.ts'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { statusFromSummary } from './production.rules.ts'
import type { LockedOrder, LockedPieces, NewReport } from './production.store.ts'

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
  if (sum !== 100) reject('order.weights_missing', { sum })
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
  if (sum !== 100) reject('weights.not_100', { sum })

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

/** The share of each step of a route in the work on an order, by the weights of its project; of the orders and routes of `done`. */
const shares = sql`shares as (
  select d.order_id, d.route_id, s.process_id, case when sum(coalesce(w.weight, 0)) over route > 0
    then coalesce(w.weight, 0) / sum(coalesce(w.weight, 0)) over route else 1.0 / count(*) over route end as share
  from (select distinct order_id, route_id from done) d join orders o on o.id = d.order_id
    join route_steps s on s.route_id = d.route_id
    left join project_weights w on w.project_id = o.project_id and w.process_id = s.process_id
  window route as (partition by d.order_id, d.route_id)
)`

/** Recalculates the daily sums of locked orders. Those of the plant follow at the commit. */
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
    ), ${shares}
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select o.id, d.day, ${plantId}, coalesce(sum(done.kg * shares.share), 0)
    from orders o cross join unnest(${days}::date[]) d (day)
      left join done on done.order_id = o.id and done.day = d.day
      left join shares on shares.order_id = o.id and shares.route_id = done.route_id
        and shares.process_id = done.process_id
    where o.plant_id = ${plantId} and o.id = any(${orderIds}::bigint[])
    group by o.id, d.day order by o.id, d.day
    on conflict (order_id, day) do update set weighted_kg = excluded.weighted_kg`.execute(write)
}

/** Work reported for a day. */
interface DayOfWork {
  readonly day: string
  readonly reports: readonly Pick<NewReport, 'orderId' | 'markId' | 'processId' | 'kg'>[]
}

/** Adds new reports to the daily sums of locked orders, which then are what recalculating them would give. */
async function addToDay(write: Write, plantId: number, { day, reports }: DayOfWork): Promise<void> {
  if (reports.length === 0) return
  const added = reports.map(({ orderId, markId, processId, kg }) => ({ orderId, markId, processId, kg }))
  await sql`${prepare}
    with done as (
      select r."orderId" as order_id, m.route_id, r."processId" as process_id, sum(r.kg) as kg
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
          as r ("orderId" bigint, "markId" bigint, "processId" bigint, kg numeric)
        join marks m on m.id = r."markId"
      group by 1, 2, 3
    ), ${shares}
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select order_id, ${day}::date, ${plantId}::bigint, sum(kg * share)
    from done join shares using (order_id, route_id, process_id) group by order_id order by order_id
    on conflict (order_id, day) do update set weighted_kg = order_days.weighted_kg + excluded.weighted_kg`.execute(
    write,
  )
}

/** Days on which locked orders have any work. */
async function daysOf(write: Write, orderIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from order_days where order_id = any(${orderIds}::bigint[])`.execute(write)
  return rows.map(({ day }) => day)
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
 * Updates locked orders after a command on their pieces: counters, days of work, status. `work`: reports that the command added, or days whose reports
 * it undid or voided. Records the events of changed statuses; the command writes its own audit row.
 */
export async function recalculateOrders(
  write: Write,
  actor: Actor,
  orders: readonly RecalculatedOrder[],
  work: DayOfWork | readonly string[],
): Promise<readonly OrderMoved[]> {
  const moved: OrderMoved[] = []
  for (const order of orders) {
    const to = statusFromSummary(order.status, await refreshOrderTotals(write, actor, order.id))
    if (to === order.status) continue
    await saveSettled(write, order.id, to)
    moved.push({ id: order.id, no: order.no, from: order.status, to })
  }
  const ids = orders.map(({ id }) => id)
  if ('day' in work) await addToDay(write, actor.plantId, work)
  else await recomputeDays(write, actor.plantId, ids, work)
  for (const { id } of moved) await recordEvent(write, actor, { name: 'orders.moved', subjectId: String(id) })
  return moved
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
  readonly locked: Pick<LockedPieces, 'pieces' | 'routes'>
  readonly moved: readonly OrderMoved[]
  readonly reason?: string
}

/** One audit row and one event per order: reported, undone, packed, sent or received. */
export async function recordReports(write: Write, actor: Actor, done: ReportsDone): Promise<void> {
  const serials = new Map(done.locked.pieces.map(({ id, serial }) => [id, serial]))
  for (const { id, no } of done.orders) {
    const own = done.reports.filter(({ orderId }) => orderId === id)
    const pieceIds = [...new Set(own.map(({ pieceId }) => pieceId))]
    const move = done.moved.find((one) => one.id === id)
    const processIds = new Set(own.map(({ processId }) => processId))
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
        process: codesOf(done.locked.routes, processIds),
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

/** Codes of processes in the order of work. */
function codesOf(routes: LockedPieces['routes'], ids: ReadonlySet<number>): string {
  const steps = [...routes.values()].flat().filter(({ processId }) => ids.has(processId))
  return [...new Set(steps.map(({ code }) => code))].join(', ')
}

const eventOf = (action: string) =>
  action === 'orders.undo_report' ? 'orders.report_undone' : 'orders.reported'
