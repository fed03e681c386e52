import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { standing } from './judge-report.ts'
import { thousandths } from './piece-steps.rules.ts'
import { lockPieces, movePieces } from './pieces.store.ts'
import { shiftDays } from './shift-days.ts'
import { undoReports } from './reports.store.ts'
import { recalculateOrders } from './recalculate-orders.ts'
import { canUndo } from './undo.rules.ts'
import { recordReports } from './work.records.ts'

interface StoredReport {
  readonly id: number
  readonly order_id: number
  readonly piece_id: number
  readonly process_id: number
  readonly step: number
  readonly part: number
  readonly kg: number
  readonly finishes: boolean
  readonly day: string
  readonly source: string
  readonly created_at: Date
  readonly created_by: number | null
  readonly undone_at: Date | null
  readonly void: boolean
  readonly has_later: boolean
}

/** Undoes a report: the piece returns to its previous status, and the tonnes no longer count. */
export async function undoReport(
  write: Write,
  actor: Actor,
  id: string,
  reason: string,
  now: Date,
): Promise<void> {
  const { piece_id: pieceId } = await reportRow(write, actor.plantId, id)
  const { orders, pieces, routes } = await lockPieces(write, actor.plantId, [pieceId])
  // Reads again after the lock: the report may have been undone or followed by another meanwhile.
  const report = await reportRow(write, actor.plantId, id)
  const piece = pieces[0] ?? fail('not_found')
  const order = orders.get(piece.order_id) ?? fail('not_found')
  const route = (piece.route_id === null ? undefined : routes.get(piece.route_id)) ?? []
  const verdict = canUndo(actor.tags, {
    isUndone: report.undone_at !== null,
    isVoid: report.void,
    isOwn: report.created_by !== null && String(report.created_by) === actor.userId,
    isThisShift: await isSameShift(write, actor.plantId, report.created_at, now),
    hasLater: report.has_later,
    isByShipping: ['package', 'delivery', 'receipt'].includes(report.source),
    pieceStatus: piece.status,
    orderStatus: order.status,
  })
  if (verdict !== true) fail('state.refused', { params: { reason: verdict, serial: piece.serial } })
  const before = thousandths((report.finishes ? 1 : piece.step_part) - report.part)
  await undoReports(write, actor, [report.id], reason, now)
  await movePieces(write, signature(actor).updated_by, [
    standing(piece.id, route, report.step, before, order.isReleased),
  ])
  const moved = await recalculateOrders(write, actor, [order], [report.day])
  const done = { orderId: order.id, pieceId, processId: report.process_id, kg: report.kg }
  await recordReports(write, actor, {
    action: 'orders.undo_report',
    orders: [order],
    reports: [done],
    pieces,
    moved,
    reason,
  })
}

async function isSameShift(write: Write, plantId: number, at: Date, now: Date): Promise<boolean> {
  const dayOf = await shiftDays(asReads(write), plantId)
  const [then, current] = [dayOf(at), dayOf(now)]
  return then.day === current.day && then.shiftId === current.shiftId
}

async function reportRow(write: Write, plantId: number, id: string): Promise<StoredReport> {
  const { rows } = await sql<StoredReport>`
    select id, order_id, piece_id, process_id, step, part, kg, finishes, day, source, created_at, created_by, undone_at,
      void, exists (select from work_reports later where later.piece_id = r.piece_id and later.id > r.id
        and later.undone_at is null) as has_later
    from work_reports r where plant_id = ${plantId} and id = ${id}`.execute(write)
  return rows[0] ?? fail('not_found')
}
