import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { orderBulkApi } from '@cloud-factory/contract/orders/order-bulk'
import { maxPicked } from '@cloud-factory/contract/orders/order-exports'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Tx, Write } from '../../platform/db/handles.ts'
import { DomainError, fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import {
  moveOrder,
  orderForUpdate,
  orderIds,
  setPriority,
  factsOf,
  saveOrder,
  closeHold,
  openHold,
  canHold,
  canResume,
  refreshOrderTotals,
  refreshHoldTotals,
  type MarkFacts,
  canHoldMark,
  canResumeMark,
  unheld,
} from '../orders/public.ts'
import { releaseOrder } from './release-order.ts'
import { isAlready } from './production.rules.ts'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { recalculateOrders } from './recalculate-orders.ts'
import { type HeldPieceFacts, canHoldPiece, canResumePiece } from './production.policy.ts'
import { lockPieces } from './production.store.ts'

type IdsApi = (typeof orderBulkApi)['GET /api/order-ids']
type BulkApi = (typeof orderBulkApi)['POST /api/orders/bulk']
type BulkInput = BodyOf<BulkApi>
type BulkItem = ReplyOf<BulkApi>['items'][number]

/** Ids of all matching orders; fails with `bulk.too_many` instead of silently leaving some out. */
export async function pickedIds(
  reads: Reads,
  actor: Actor,
  query: QueryOf<IdsApi>,
  now: Date,
): Promise<ReplyOf<IdsApi>> {
  const ids = await orderIds(reads, actor, query, now, maxPicked + 1)
  if (ids.length > maxPicked) reject('bulk.too_many', { most: maxPicked })
  return { ids: ids.map(String) }
}

/**
 * Applies an action to several orders, each in its own transaction and with its own checks. A rejected order does not affect the others. Orders are
 * processed in the order of their ids, as everywhere.
 */
export async function bulkOrders(
  tx: Tx,
  actor: Actor,
  input: BulkInput,
  now: Date,
): Promise<ReplyOf<BulkApi>> {
  const ids = [...new Set(input.ids)].toSorted((one, other) => Number(one) - Number(other))
  const items: BulkItem[] = []
  for (const id of ids) items.push(await oneOf(tx, actor, input, id, now))
  return { items }
}

async function oneOf(tx: Tx, actor: Actor, input: BulkInput, id: string, now: Date): Promise<BulkItem> {
  let no: string | null = null
  try {
    const outcome = await tx(async (write) => {
      const order = await orderForUpdate(write, actor.plantId, id)
      no = order.no
      const state = { status: order.status as OrderStatus, priority: order.priority }
      const priority = input.action === 'priority' ? input.priority : undefined
      if (isAlready(state, input.action, priority)) return 'already' as const
      await actions(input)(write, actor, id, order.version, now)
      return 'done' as const
    })
    return { id, no, outcome, reason: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const reason = error.facts.params?.['reason'] ?? error.code
    return { id, no, outcome: 'refused', reason: String(reason) }
  }
}

type Action = (write: Write, actor: Actor, id: string, version: number, now: Date) => Promise<void>

/** The command behind the action, the same as for a single order. */
function actions(input: BulkInput): Action {
  switch (input.action) {
    case 'confirm':
      return (write, actor, id, version, now) =>
        moveOrder(write, actor, id, { version, to: 'confirmed' }, now)
    case 'release':
      return (write, actor, id, version, now) => releaseOrder(write, actor, id, { version }, now)
    case 'hold':
      return (write, actor, id) => holdOrder(write, actor, id, input.reason)
    case 'resume':
      return (write, actor, id) => resumeOrder(write, actor, id, input.reason)
    case 'priority':
      return (write, actor, id) => setPriority(write, actor, id, input.priority)
  }
}

/** Holds an order; its pieces keep their status. */
export async function holdOrder(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  requireAllowed(canHold(actor.tags, factsOf(order)), { status: order.status })
  await openHold(write, actor, { orderId: order.id }, reason)
  await saveOrder(write, actor, order.id, { status: 'on_hold', status_reason: reason })
  await sql`update orders set held_from = ${order.status} where id = ${order.id}`.execute(write)
  await recordHold(write, actor, order, { action: 'orders.hold', from: order.status, to: 'on_hold', reason })
}

/** Releases the hold of an order, which returns to its previous status. */
export async function resumeOrder(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const order = await orderForUpdate(write, actor.plantId, id)
  requireAllowed(canResume(actor.tags, factsOf(order)), { status: order.status })
  // This hold is older than the column for the previous status. The status is computed from the pieces below.
  const to = (order.held_from ?? 'confirmed') as OrderStatus
  await closeHold(write, actor, { orderId: order.id }, reason)
  await saveOrder(write, actor, order.id, { status: to, status_reason: null })
  await sql`update orders set held_from = null where id = ${order.id}`.execute(write)
  // Pieces may have been scrapped or superseded meanwhile.
  if (order.released_at !== null)
    await recalculateOrders(write, actor, [{ id: order.id, no: order.no, status: to }], [])
  await recordHold(write, actor, order, { action: 'orders.resume', from: 'on_hold', to, reason })
}

async function recordHold(
  write: Write,
  actor: Actor,
  order: { readonly id: number; readonly no: string },
  { action, from, to, reason }: Readonly<Record<'action' | 'from' | 'to' | 'reason', string>>,
): Promise<void> {
  const subjectId = String(order.id)
  await recordAudit(write, actor, {
    action,
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    before: { status: from },
    after: { status: to, reason },
  })
  await recordEvent(write, actor, { name: 'orders.moved', subjectId })
}

/** Holds all pieces of a mark. */
export async function holdMark(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, mark, facts } = await lockMark(write, actor.plantId, id)
  requireAllowed(canHoldMark(actor.tags, facts), { mark: mark.mark })
  await openHold(write, actor, { orderId: order.id, markId: mark.id }, reason)
  await refreshHoldTotals(write, 'mark_id', [mark.id])
  await recordHoldInOrder(write, actor, order, { action: 'orders.hold_mark', mark: mark.mark, reason })
}

/** Releases the hold of a mark; pieces with their own hold stay held. */
export async function resumeMark(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, mark, facts } = await lockMark(write, actor.plantId, id)
  requireAllowed(canResumeMark(actor.tags, facts), { mark: mark.mark })
  await closeHold(write, actor, { orderId: order.id, markId: mark.id }, reason)
  await refreshHoldTotals(write, 'mark_id', [mark.id])
  await recordHoldInOrder(write, actor, order, { action: 'orders.resume_mark', mark: mark.mark, reason })
}

interface HeldMark {
  readonly id: number
  readonly order_id: number
  readonly mark: string
  readonly holds: number
}
interface OrderOfMark {
  readonly id: number
  readonly no: string
}

async function lockMark(write: Write, plantId: number, id: string) {
  const found = await markRow(write, plantId, id)
  const order = await orderForUpdate(write, plantId, String(found.order_id))
  const mark = await markRow(write, plantId, id)
  await sql`select from pieces where mark_id = ${mark.id} order by id for no key update`.execute(write)
  const facts: MarkFacts = { orderStatus: order.status as OrderStatus, held: mark.holds > 0, started: false }
  return { order, mark, facts }
}

async function markRow(write: Write, plantId: number, id: string): Promise<HeldMark> {
  const { rows } = await sql<HeldMark>`
    select id, order_id, mark, holds from marks where plant_id = ${plantId} and id = ${id}`.execute(write)
  return rows[0] ?? fail('not_found')
}

type HoldAction = 'orders.hold_mark' | 'orders.resume_mark' | 'orders.hold_piece' | 'orders.resume_piece'

/** Writes the order's counters, the audit log and the event after a hold of a mark or a piece began or ended. */
async function recordHoldInOrder(
  write: Write,
  actor: Actor,
  order: OrderOfMark,
  { action, ...after }: Readonly<{ action: HoldAction; reason: string; mark?: string; serial?: string }>,
): Promise<void> {
  await refreshOrderTotals(write, actor, order.id)
  const subjectId = String(order.id)
  await recordAudit(write, actor, { action, subjectKind: 'order', subjectId, subjectName: order.no, after })
  const name =
    action === 'orders.hold_mark' || action === 'orders.hold_piece' ? 'orders.held' : 'orders.resumed'
  await recordEvent(write, actor, { name, subjectId })
}

/** Holds one piece. */
export async function holdPiece(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  requireAllowed(canHoldPiece(actor.tags, facts), { serial: piece.serial })
  await holdPieces(write, actor, order.id, [piece.id], reason)
  await recordHoldInOrder(write, actor, order, { action: 'orders.hold_piece', serial: piece.serial, reason })
}

/** Releases the hold of a piece; while its mark is held it stays held. */
export async function resumePiece(write: Write, actor: Actor, id: string, reason: string): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  requireAllowed(canResumePiece(actor.tags, facts), { serial: piece.serial })
  await closeHold(write, actor, { orderId: order.id, pieceIds: [piece.id] }, reason)
  await refreshHoldTotals(write, 'id', [piece.id])
  await recordHoldInOrder(write, actor, order, {
    action: 'orders.resume_piece',
    serial: piece.serial,
    reason,
  })
}

/**
 * Holds pieces of one locked order, each with its own hold; existing holds stay. For commands that do more: they write the order's counters and the
 * audit log.
 */
export async function holdPieces(
  write: Write,
  actor: Actor,
  orderId: number,
  pieceIds: readonly number[],
  reason: string,
): Promise<void> {
  const free = await unheld(write, pieceIds)
  if (free.length === 0) return
  await openHold(write, actor, { orderId, pieceIds: free }, reason)
  await refreshHoldTotals(write, 'id', free)
}

/** One locked piece with its locked order; fails with `not_found` when the plant has no such piece. */
export async function lockPiece(write: Write, plantId: number, id: string) {
  const { orders, pieces } = await lockPieces(write, plantId, [Number(id)])
  const piece = pieces[0] ?? fail('not_found')
  const order = orders.get(piece.order_id) ?? fail('not_found')
  const held = (await unheld(write, [piece.id])).length === 0
  const { status, nested } = piece
  const facts: HeldPieceFacts = { orderStatus: order.status, status, held, nested }
  return { order, piece, facts }
}
