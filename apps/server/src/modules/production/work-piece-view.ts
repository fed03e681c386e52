import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { WorkPiece, WorkReason } from '@cloud-factory/contract/production/work'
import type { Actor } from '../../platform/auth/actor.ts'
import { qrText } from '../orders/public.ts'
import { canHoldPiece, canResumePiece, canScrap } from './piece-life.rules.ts'
import { type PieceFacts, type Route, stepsToReport } from './piece-steps.rules.ts'

/** A piece as the lists of work read it. */
export interface WorkPieceRow {
  readonly id: number
  readonly order_id: number
  readonly project_id: number
  readonly order_no: string
  readonly order_status: OrderStatus
  readonly is_released: boolean
  readonly mark: string
  readonly mark_name: string
  readonly profile: string
  readonly grade: string | null
  readonly length_mm: number | null
  readonly route_id: number | null
  readonly serial: string
  readonly tag: string
  readonly status: PieceStatus
  readonly net_kg: number | null
  readonly holds: number
  /** By its own hold. */
  readonly own_hold: boolean
  readonly batch_id: number | null
  readonly batch_no: string | null
  readonly steps_done: number
  readonly step_part: number
  readonly next_process_id: number | null
  readonly version: number
}

export function workPieceView(
  row: WorkPieceRow,
  actor: Actor,
  given: Route,
  blocked: WorkReason | null,
): WorkPiece {
  const route = row.is_released ? given : []
  const held = { orderStatus: row.order_status, status: row.status, held: row.own_hold }
  return {
    id: String(row.id),
    serial: row.serial,
    mark: row.mark,
    status: row.status,
    netKg: row.net_kg,
    held: row.holds > 0,
    qr: qrText(actor.plantId, row.tag),
    orderId: String(row.order_id),
    orderNo: row.order_no,
    markName: row.mark_name,
    profile: row.profile,
    grade: row.grade,
    lengthMm: row.length_mm,
    batch: row.batch_id === null ? null : { id: String(row.batch_id), no: row.batch_no ?? '' },
    stepsDone: row.steps_done,
    stepPart: row.step_part,
    route: route.map(({ processId }) => String(processId)),
    nextProcessId: row.next_process_id === null ? null : String(row.next_process_id),
    can: {
      report: canReport(row, actor, route, blocked),
      hold: canHoldPiece(actor.tags, held),
      resume: canResumePiece(actor.tags, held),
      scrap: canScrap(actor.tags, held),
    },
    version: row.version,
  }
}

const pieceFacts = (row: WorkPieceRow): PieceFacts => ({
  orderStatus: row.order_status,
  status: row.status,
  stepsDone: row.steps_done,
  stepPart: row.step_part,
  holds: row.holds,
})

/** Whether its next step can be reported now, by the same rule as the report itself. */
function canReport(
  row: WorkPieceRow,
  { tags }: Actor,
  route: Route,
  blocked: WorkReason | null,
): true | string {
  if (!tags.includes('order.report')) return 'permission.denied'
  const processId = row.next_process_id ?? route.at(-1)?.processId ?? 0
  const judged = stepsToReport(pieceFacts(row), route, { processId, part: undefined, withEarlier: false })
  if ('reason' in judged) return row.is_released ? judged.reason : notReleased(judged.reason)
  return blocked ?? true
}

/** Before its release a piece has no route. Report that, not that the process is missing from the route. */
const notReleased = (reason: string) => (reason === 'work.not_on_route' ? 'work.order_not_released' : reason)
