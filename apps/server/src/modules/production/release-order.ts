import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production/production'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import {
  factsOf,
  uncounted,
  orderForUpdate,
  refreshOrderTotals,
  saveOrder,
  requireVersion,
  canClose,
  canRelease,
} from '../orders/public.ts'
import { projectForUpdate } from '../projects/public.ts'
import { requireConforming } from './conforming.ts'
import type { ConformityPort } from './inspections.ts'
import { questionMissing, questionUnweighed } from './order-questions.ts'
import { giveDefaultRoutes, issueUnstarted, marksWithoutRoute, shareRoutes } from './routes-of-marks.store.ts'
import { ensureWeights } from './weights.store.ts'

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
  const verdict = canRelease(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  await questionUnweighed(write, order.id, input.reason)
  await projectForUpdate(write, actor.plantId, String(order.project_id))
  await ensureWeights(write, actor.plantId, order.project_id)
  await routeMarks(write, actor.plantId, order.id)
  await saveOrder(write, actor, order.id, { status: 'released' })
  await sql`update orders set released_at = ${now} where id = ${order.id}`.execute(write)
  const pieces = await issueUnstarted(write, order.id)
  await refreshOrderTotals(write, actor, order.id)
  await recordAudit(write, actor, {
    action: 'orders.release',
    subjectKind: 'order',
    subjectId: id,
    subjectName: order.no,
    before: { status: order.status },
    after: { status: 'released', pieces, ...(input.reason === undefined ? {} : { reason: input.reason }) },
  })
  await recordEvent(write, actor, { name: 'orders.released', subjectId: id })
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
  const verdict = canClose(actor.tags, factsOf(order))
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, status: order.status } })
  await requireConforming(write, actor.plantId, await piecesThatCount(write, order.id), conformity)
  await questionMissing(write, order.id, input.reason)
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
  if (marks > 0) fail('state.refused', { params: { reason: 'order.no_route', marks, names } })
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
