import type { Defect, NdtLine, NdtRequest, NdtResult } from '@cloud-factory/contract/welding/ndt'
import type {
  JointType,
  NdtMethod,
  NdtStatus,
  WeldClass,
  WeldState,
} from '@cloud-factory/domain/welding/weld-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Allowed, allowedWith } from '../quality-records/public.ts'
import { type NdtPlan, waitingTime } from './weld.rules.ts'

export interface RequestRow {
  readonly id: number
  readonly no: string
  readonly order_id: number
  readonly order_no: string
  readonly method: NdtMethod
  readonly level: NdtRequest['level']
  readonly standard: string
  readonly status: NdtStatus
  readonly note: string
  readonly welds: number
  readonly done: number
  readonly failed: number
  readonly created_at: Date
  readonly created_by_name: string
  readonly version: number
}

export function requestView(row: RequestRow, actor: Actor): NdtRequest {
  const open: Allowed = row.status === 'open' ? true : 'ndt.not_open'
  return {
    id: String(row.id),
    no: row.no,
    order: { id: String(row.order_id), no: row.order_no },
    method: row.method,
    level: row.level,
    standard: row.standard,
    status: row.status,
    note: row.note,
    welds: row.welds,
    done: row.done,
    failed: row.failed,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    version: row.version,
    can: allowedWith(actor, 'quality.inspect', { enter: open, cancel: open }),
  }
}

/** A result as its table has it; times are text where it came as JSON. */
export interface ResultRow {
  readonly id: number
  readonly request_id: number
  readonly request_no: string
  readonly method: NdtMethod
  readonly tested_at: Date | string
  readonly tester: string
  readonly tested_mm: number
  readonly defects: Defect[]
  readonly verdict: 'pass' | 'fail'
  readonly note: string
  readonly undone_at: Date | string | null
  readonly undone_by_name: string | null
  readonly undo_reason: string | null
}

const iso = (at: Date | string): string => new Date(at).toISOString()

export const resultView = (row: ResultRow, actor: Actor): NdtResult => ({
  id: String(row.id),
  request: { id: String(row.request_id), no: row.request_no },
  method: row.method,
  testedAt: iso(row.tested_at),
  tester: row.tester,
  testedMm: row.tested_mm,
  defects: row.defects,
  verdict: row.verdict,
  note: row.note,
  undone:
    row.undone_at === null
      ? null
      : { at: iso(row.undone_at), by: row.undone_by_name ?? '', reason: row.undo_reason ?? '' },
  can: allowedWith(actor, 'quality.judge', { undo: row.undone_at === null ? true : 'ndt.undone' }),
})

/** A weld of a request as it is read, with its valid result. */
export interface LineRow {
  readonly id: number
  readonly no: string
  readonly serial: string
  readonly mark: string
  readonly grade: string | null
  readonly joint: JointType
  readonly class: WeldClass
  readonly length_mm: number
  readonly thickness_mm: number
  readonly state: WeldState
  readonly repairs: number
  readonly demand_mm: number
  readonly welded_at: Date | null
  readonly repaired_at: Date | null
  readonly closed: boolean
  readonly result: Omit<ResultRow, 'request_no'> | null
}

export function lineView(row: LineRow, request: NdtRequest, plan: NdtPlan, actor: Actor): NdtLine {
  const done = row.repaired_at ?? row.welded_at
  const from = done === null ? null : new Date(done.getTime() + waitingTime(plan, row.grade, request.method))
  return {
    id: String(row.id),
    weldId: String(row.id),
    no: row.no,
    serial: row.serial,
    mark: row.mark,
    joint: row.joint,
    class: row.class,
    lengthMm: row.length_mm,
    thicknessMm: row.thickness_mm,
    state: row.state,
    repairs: row.repairs,
    demandMm: row.demand_mm,
    testableFrom: from?.toISOString() ?? null,
    result: row.result === null ? null : resultView({ ...row.result, request_no: request.no }, actor),
    can: allowedWith(actor, 'quality.inspect', { enter: canEnter(row) }),
  }
}

function canEnter({ result, closed, welded_at: weldedAt, state }: LineRow): Allowed {
  if (result !== null) return 'ndt.result_there'
  if (closed) return 'ndt.not_open'
  if (weldedAt === null) return 'weld.not_welded'
  return state === 'failed' ? 'weld.not_repaired' : true
}
