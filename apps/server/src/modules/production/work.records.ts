import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import type { LockedOrder, LockedPiece } from './pieces.store.ts'
import type { NewReport } from './reports.store.ts'
import type { OrderMoved } from './recalculate-orders.ts'

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
