import { sql } from 'kysely'
import type { BodyOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production/production'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { notifyOfRelease, recordMessages } from '../inbox/public.ts'
import {
  factsOf,
  uncounted,
  orderForUpdate,
  refreshOrderTotals,
  saveOrder,
  requireVersion,
  canClose,
  canRelease,
  canChooseRoute,
} from '../orders/public.ts'
import { requireIssuedDrawings } from '../drawings/public.ts'
import { projectForUpdate } from '../projects/public.ts'
import { requireConforming } from './conforming.ts'
import type { ConformityPort } from './work-ports.ts'
import {
  firstProcesses,
  giveDefaultRoutes,
  issueUnstarted,
  marksWithoutRoute,
  shareRoutes,
  marksToRoute,
  setRoute,
  shareRoute,
} from './production.store.ts'
import { ensureWeights } from './recalculate-orders.ts'

/** Maximum number of names in an error. */
const namesAtMost = 5

/** Marks of an order that have no weight. */
export async function unweighedMarks(write: Write, orderId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ mark: string }>`
    select mark from marks where order_id = ${orderId} and quantity > 0 and coalesce(net_kg, 0) = 0
    order by mark`.execute(write)
  return new Set(rows.map(({ mark }) => mark))
}

/**
 * Marks without a weight do not count in tonnes, progress and loads. Releasing them requires a reason, which is stored.
 * @param known marks that were already released without a weight
 */
export async function requireWeights(
  write: Write,
  orderId: number,
  reason: string | undefined,
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  if (reason !== undefined) return
  const marks = [...(await unweighedMarks(write, orderId))].filter((mark) => !known.has(mark))
  if (marks.length === 0) return
  const names = marks.slice(0, namesAtMost).join(', ')
  reject('order.unweighed', { marks: marks.length, names })
}

/** Closing an order with pieces missing on site requires a reason, which is stored. */
async function requireNoneMissing(write: Write, orderId: number, reason: string | undefined): Promise<void> {
  if (reason !== undefined) return
  const { rows } = await sql<{ serial: string; all: number }>`
    select p.serial, count(*) over ()::int as all from pieces p
    where p.order_id = ${orderId} and exists (select from delivery_exceptions e
      where e.piece_id = p.id and e.kind = 'missing' and e.found_at is null)
    order by p.serial limit ${namesAtMost}`.execute(write)
  const [first] = rows
  if (first === undefined) return
  const names = rows.map(({ serial }) => serial).join(', ')
  reject('order.pieces_missing', { pieces: first.all, names })
}

type ReleaseInput = BodyOf<(typeof productionApi)['POST /api/orders/:id/release']>

/**
 * Releases a confirmed order to the workshop: its marks get routes, its project weights, its pieces their first step. From now on the steps of its
 * routes and the meaning of its tonnes are fixed.
 */
export async function releaseOrder(
  write: Write,
  actor: Actor,
  id: string,
  input: ReleaseInput,
  now: Date,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, input.version, now)
  requireAllowed(canRelease(actor.tags, factsOf(order)), { status: order.status })
  await requireWeights(write, order.id, input.reason)
  const project = await projectForUpdate(write, actor.plantId, String(order.project_id))
  if (project.drawings_required) await requireIssuedDrawings(write, actor.plantId, order.id)
  await ensureWeights(write, actor.plantId, order.project_id)
  await routeMarks(write, actor.plantId, order.id)
  await saveOrder(write, actor, order.id, { status: 'released' })
  await sql`update orders set released_at = ${now} where id = ${order.id}`.execute(write)
  const pieces = await issueUnstarted(write, order.id)
  await refreshOrderTotals(write, actor, order.id)
  const release = {
    orderId: id,
    version: input.version,
    pieces,
    processIds: await firstProcesses(write, order.id),
  }
  const notified = await notifyOfRelease(write, actor, { ...release, at: now })
  await recordAudit(write, actor, {
    action: 'orders.release',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { status: order.status },
    after: { status: 'released', pieces, ...(input.reason === undefined ? {} : { reason: input.reason }) },
  })
  await recordEvent(write, actor, { name: 'orders.released', subjectId: id })
  await recordMessages(write, actor, notified)
}

/** Closes a shipped order whose pieces conform. */
export async function closeOrder(
  write: Write,
  actor: Actor,
  id: string,
  input: ReleaseInput,
  now: Date,
  conformity: ConformityPort,
): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  await requireVersion(write, actor, order, input.version, now)
  requireAllowed(canClose(actor.tags, factsOf(order)), { status: order.status })
  await requireConforming(write, actor.plantId, await piecesThatCount(write, order.id), conformity)
  await requireNoneMissing(write, order.id, input.reason)
  await saveOrder(write, actor, order.id, { status: 'closed' })
  await recordAudit(write, actor, {
    action: 'orders.close',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { status: order.status },
    after: { status: 'closed', ...(input.reason === undefined ? {} : { reason: input.reason }) },
  })
  await recordEvent(write, actor, { name: 'orders.moved', subjectId: id })
}

/**
 * Issues new pieces of a locked, released order, after a revision of its list or a replacement. In an order that is not released the pieces stay
 * planned. The caller updates the counters. Returns how many were issued.
 */
export async function issuePieces(write: Write, plantId: number, orderId: number): Promise<number> {
  const { rows } = await sql`select from orders where plant_id = ${plantId} and id = ${orderId}
    and released_at is not null and status <> 'cancelled'`.execute(write)
  if (rows.length === 0) return 0
  await routeMarks(write, plantId, orderId)
  return issueUnstarted(write, orderId)
}

async function routeMarks(write: Write, plantId: number, orderId: number): Promise<void> {
  await giveDefaultRoutes(write, plantId, orderId)
  const { names, marks } = await marksWithoutRoute(write, orderId)
  if (marks > 0) reject('order.no_route', { marks, names })
  await shareRoutes(write, orderId)
}

async function piecesThatCount(write: Write, orderId: number): Promise<{ id: number; serial: string }[]> {
  return write
    .selectFrom('pieces')
    .select(['id', 'serial'])
    .where('order_id', '=', orderId)
    .where('status', 'not in', uncounted)
    .orderBy('serial')
    .execute()
}

type RoutesApi = (typeof productionApi)['PUT /api/orders/:id/routes']

/** Sets the route of marks that nobody has started. In a released order their pieces begin with its first step. */
export async function chooseRoutes(
  write: Write,
  actor: Actor,
  id: string,
  { routeId, markIds }: BodyOf<RoutesApi>,
): Promise<ReplyOf<RoutesApi>> {
  const order = await orderForUpdate(write, actor.plantId, id)
  const orderStatus = order.status as OrderStatus
  requireAllowed(canChooseRoute(actor.tags, { orderStatus, held: false, started: false }), {
    status: orderStatus,
  })
  const route = await shareRoute(write, actor.plantId, routeId)
  if (route === null) fail('not_found', { params: { field: 'routeId' } })
  const marks = await marksToRoute(write, order.id, markIds)
  if (marks.length < new Set(markIds).size) fail('not_found', { params: { field: 'markIds' } })
  const started = marks.find((mark) => mark.started)
  if (started !== undefined) reject('mark.started', { mark: started.mark })
  if (marks.length === 0) return { marks: 0 }
  const ids = marks.map((mark) => mark.id)
  await setRoute(write, actor, ids, routeId)
  if (order.released_at !== null) {
    await sql`select from pieces where mark_id = any(${ids}::bigint[]) order by id for no key update`.execute(
      write,
    )
    await issueUnstarted(write, order.id)
  }
  await refreshOrderTotals(write, actor, order.id)
  const named = marks
    .slice(0, 20)
    .map(({ mark }) => mark)
    .join(', ')
  await recordAudit(write, actor, {
    action: 'orders.choose_route',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    after: { route, marks: marks.length, mark: named },
  })
  await recordEvent(write, actor, { name: 'orders.routed', subjectId: id })
  return { marks: marks.length }
}
