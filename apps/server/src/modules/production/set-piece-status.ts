import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production/production'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { moveTo } from './validate-report.ts'
import {
  type LockedPiece,
  type LockedPieces,
  lockPieces,
  movePieces,
  type PieceMove,
  type LockedOrder,
  voidReports,
} from './production.store.ts'
import { recalculateOrders, type OrderMoved } from './recalculate-orders.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { scrapBuiltParts } from '../parts/public.ts'
import { refreshProjectTotals } from '../projects/public.ts'
import { refreshOrderTotals, closeHold, refreshHoldTotals } from '../orders/public.ts'
import { lockPiece } from './hold-orders.ts'
import { canScrap } from './production.policy.ts'
import { issuePieces } from './release-order.ts'

interface PieceStatusChange {
  /** Status that quality sets for each piece: stopped, in rework, or released. */
  readonly pieces: readonly { readonly id: number; readonly to: 'ncr_open' | 'rework' | 'free' }[]
  /** Open non-conformances of each order of these pieces, counted by quality. */
  readonly openNcrs: readonly { readonly orderId: number; readonly count: number }[]
}

const stopped: ReadonlySet<PieceStatus> = new Set(['ncr_open', 'rework'])
/** Pieces that are gone or have left are not stopped: their non-conformance is stored, the piece stays unchanged. */
const beyond: ReadonlySet<PieceStatus> = new Set(['scrapped', 'superseded', 'packed', 'shipped', 'received'])

/**
 * Stops pieces because of non-conformances, or returns them to the status of their route. Locks orders and pieces. The caller writes its own rows
 * before, since events are recorded here.
 */
export async function setPieceStatus(write: Write, actor: Actor, change: PieceStatusChange): Promise<void> {
  const locked = await lockPieces(
    write,
    actor.plantId,
    change.pieces.map(({ id }) => id),
  )
  const targets = new Map(change.pieces.map(({ id, to }) => [id, to]))
  const moves = locked.pieces.flatMap((piece) => moveOf(locked, piece, targets.get(piece.id) ?? 'free') ?? [])
  await movePieces(write, signature(actor).updated_by, moves)
  await sql`
    update orders set open_ncrs = n.count
    from jsonb_to_recordset(${JSON.stringify(change.openNcrs)}::jsonb) as n ("orderId" bigint, count int)
    where orders.id = n."orderId" and orders.plant_id = ${actor.plantId}`.execute(write)
  const orders = [...locked.orders.values()]
  await recalculateOrders(write, actor, orders, [])
  for (const { id } of orders)
    await recordEvent(write, actor, { name: 'orders.ncrs_changed', subjectId: String(id) })
}

function moveOf({ orders, routes }: LockedPieces, piece: LockedPiece, to: string): PieceMove | null {
  if (beyond.has(piece.status)) return null
  const route = piece.route_id === null ? [] : (routes.get(piece.route_id) ?? [])
  const isReleased = orders.get(piece.order_id)?.isReleased === true
  const place = moveTo(piece.id, route, piece.steps_done, piece.step_part, isReleased)
  if (to === 'ncr_open' || to === 'rework') return piece.status === to ? null : { ...place, status: to }
  return stopped.has(piece.status) ? place : null
}

type ScrapInput = BodyOf<(typeof productionApi)['POST /api/pieces/:id/scrap']>

/** Scraps a piece: it and its tonnes no longer count. On request a new piece of its mark replaces it. */
export async function scrapPiece(write: Write, actor: Actor, id: string, input: ScrapInput): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  requireAllowed(canScrap(actor.tags, facts), { serial: piece.serial })
  await scrapLocked(write, actor, [order], [piece], input)
}

/** Scraps pieces by a quality decision; pieces that are already gone are skipped. */
export async function scrapCondemned(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  input: ScrapInput,
): Promise<void> {
  const { orders, pieces } = await lockPieces(write, actor.plantId, ids)
  const condemned = pieces.filter(({ order_id: orderId, status, serial, nested }) => {
    const orderStatus = orders.get(orderId)?.status ?? 'cancelled'
    const verdict = canScrap(['order.release'], { orderStatus, status, held: false, nested })
    if (verdict === true || verdict === 'piece.gone') return verdict === true
    return reject(verdict, { serial })
  })
  await scrapLocked(write, actor, [...orders.values()], condemned, input)
}

/** All rows are recalculated before the first audit row, because writing it blocks all others. */
async function scrapLocked(
  write: Write,
  actor: Actor,
  orders: readonly LockedOrder[],
  pieces: readonly LockedPiece[],
  input: ScrapInput,
): Promise<void> {
  const days: string[] = []
  const replacements = new Map<number, string>()
  for (const order of orders) {
    const own = pieces.filter(({ order_id: orderId }) => orderId === order.id)
    const ids = own.map(({ id }) => id)
    if (ids.length > 0) days.push(...(await retirePieces(write, actor, order.id, ids, 'scrapped')))
    await scrapBuiltParts(write, ids)
    for (const { id, mark_id: markId } of input.replace ? own : [])
      replacements.set(id, await addPiece(write, actor, markId))
    if (input.replace && ids.length > 0) await issuePieces(write, actor.plantId, order.id)
    await refreshOrderTotals(write, actor, order.id)
  }
  await refreshProjectTotals(write, actor.plantId, [...new Set(orders.map(({ project_id: id }) => id))])
  const moved = await recalculateOrders(write, actor, orders, days)
  for (const order of orders)
    for (const piece of pieces.filter(({ order_id: orderId }) => orderId === order.id))
      await recordScrap(write, actor, order, piece, {
        reason: input.reason,
        replacement: replacements.get(piece.id) ?? null,
        move: moved.find(({ id }) => id === order.id),
      })
}

interface Scrapped {
  readonly reason: string
  readonly replacement: string | null
  readonly move: OrderMoved | undefined
}

async function recordScrap(
  write: Write,
  actor: Actor,
  order: LockedOrder,
  piece: LockedPiece,
  { reason, replacement, move }: Scrapped,
): Promise<void> {
  await recordAudit(write, actor, {
    action: 'orders.scrap',
    subjectKind: 'order',
    subjectId: String(order.id),
    subjectName: order.no,
    before: move === undefined ? {} : { status: move.from },
    after: { serial: piece.serial, reason, replacement, ...(move && { status: move.to }) },
  })
  await recordEvent(write, actor, { name: 'orders.scrapped', subjectId: String(order.id) })
}

/** Adds a piece to a mark, with the next number, held when its mark is held; returns its serial. */
async function addPiece(write: Write, actor: Actor, markId: number): Promise<string> {
  const { updated_by: by } = signature(actor)
  const { rows } = await sql<{ serial: string }>`
    insert into pieces (plant_id, order_id, mark_id, serial, net_kg, holds, created_by, updated_by)
    select m.plant_id, m.order_id, m.id, m.mark || '-' || lpad(n::text, greatest(3, length(n::text)), '0'), m.net_kg,
      m.holds, ${by}::bigint, ${by}::bigint
    from marks m cross join lateral (
      select 1 + max(substr(serial, length(m.mark) + 2)::int) as n from pieces
      where order_id = m.order_id and serial like replace(replace(m.mark, '_', '\\_'), '%', '\\%') || '-%'
        and substr(serial, length(m.mark) + 2) ~ '^[0-9]{1,9}$'
    ) numbered
    where m.id = ${markId} returning serial`.execute(write)
  return rows[0]?.serial ?? fail('not_found')
}

/**
 * Removes pieces of one locked order from the count, scrapped or superseded by a revision. Their reports stay but are void, and their own holds end.
 * Returns the working days whose sums changed, for `recalculateOrders`.
 */
async function retirePieces(
  write: Write,
  actor: Actor,
  orderId: number,
  pieceIds: readonly number[],
  to: 'scrapped' | 'superseded',
): Promise<readonly string[]> {
  if ((await closeHold(write, actor, { orderId, pieceIds }, null)) > 0)
    await refreshHoldTotals(write, 'id', pieceIds)
  await sql`
    update pieces set status = ${to}, next_process_id = null, version = version + 1, updated_at = now(),
      updated_by = ${signature(actor).updated_by}::bigint
    where plant_id = ${actor.plantId} and order_id = ${orderId} and id = any(${pieceIds}::bigint[])`.execute(
    write,
  )
  return voidReports(write, actor.plantId, pieceIds)
}
