import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { standing } from './judge-report.ts'
import {
  type LockedPiece,
  type LockedPieces,
  lockPieces,
  movePieces,
  type PieceMove,
} from './pieces.store.ts'
import { recalculateOrders } from './recalculate-orders.ts'

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
export async function setPieceStatus(write: Write, actor: Actor, wanted: PieceStatusChange): Promise<void> {
  const locked = await lockPieces(
    write,
    actor.plantId,
    wanted.pieces.map(({ id }) => id),
  )
  const targets = new Map(wanted.pieces.map(({ id, to }) => [id, to]))
  const moves = locked.pieces.flatMap((piece) => moveOf(locked, piece, targets.get(piece.id) ?? 'free') ?? [])
  await movePieces(write, signature(actor).updated_by, moves)
  await sql`
    update orders set open_ncrs = n.count
    from jsonb_to_recordset(${JSON.stringify(wanted.openNcrs)}::jsonb) as n ("orderId" bigint, count int)
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
  const place = standing(piece.id, route, piece.steps_done, piece.step_part, isReleased)
  if (to === 'ncr_open' || to === 'rework') return piece.status === to ? null : { ...place, status: to }
  return stopped.has(piece.status) ? place : null
}
