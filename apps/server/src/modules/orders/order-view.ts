import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { Actor } from '../../platform/auth/actor.ts'
import { daysLate, factsOf, canDelete, canEdit, canImport, canMove } from './orders.rules.ts'
import { canClose, canHold, canRelease, canResume } from './order-life.rules.ts'

/** One element of an order's `by_process`. */
interface ProcessCount {
  readonly process: number
  readonly pieces: number
  readonly donePieces: number
  readonly kg: number
  readonly doneKg: number
}

/** An order as its list reads it, joined with its project. */
export interface OrderReadRow {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly project_id: number
  readonly project_code: string
  readonly project_name: string
  readonly customer: string
  readonly customer_po: string | null
  readonly status: OrderStatus
  readonly priority: OrderRow['priority']
  readonly due_on: string | null
  readonly contract_tonnes: number | null
  readonly note: string | null
  readonly marks: number
  readonly pieces: number
  readonly weight_kg: number
  readonly pieces_by_status: Partial<Record<PieceStatus, number>>
  readonly progress: number
  readonly by_process: readonly ProcessCount[]
  readonly held_pieces: number
  readonly open_ncrs: number
  readonly updated_at: Date
  readonly updated_by_name: string
  readonly version: number
  /** Today in the plant's time zone. */
  readonly today: string
  /** Work in the forecast window; null: none, or the order is not in production. */
  readonly first_day: string | null
  readonly done_kg: number | null
  readonly days_worked: number
  /** Day, weighted kilograms and number of orders of each of these days of the plant, in one row of a page. */
  readonly plant_work: readonly (readonly [string, number, number])[] | null
}

export function orderView(row: OrderReadRow, actor: Actor, forecast: OrderRow['forecast']): OrderRow {
  const facts = factsOf(row)
  return {
    id: String(row.id),
    no: row.no,
    name: row.name,
    project: { id: String(row.project_id), code: row.project_code, name: row.project_name },
    customer: row.customer,
    customerPo: row.customer_po,
    status: row.status,
    priority: row.priority,
    dueOn: row.due_on,
    contractTonnes: row.contract_tonnes,
    note: row.note,
    marks: row.marks,
    pieces: row.pieces,
    weightKg: row.weight_kg,
    piecesByStatus: row.pieces_by_status,
    progress: row.progress,
    byProcess: row.by_process.map(({ process, ...counts }) => ({ processId: String(process), ...counts })),
    forecast,
    heldPieces: row.held_pieces,
    openNcrs: row.open_ncrs,
    daysLate: daysLate(row.status, row.due_on, row.today),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.version,
    can: {
      edit: canEdit(actor.tags, facts),
      import: canImport(actor.tags, facts),
      confirm: canMove(actor.tags, facts, 'confirmed'),
      reopen: canMove(actor.tags, facts, 'draft'),
      release: canRelease(actor.tags, facts),
      hold: canHold(actor.tags, facts),
      resume: canResume(actor.tags, facts),
      close: canClose(actor.tags, facts),
      cancel: canMove(actor.tags, facts, 'cancelled'),
      delete: canDelete(actor.tags, facts),
    },
  }
}
