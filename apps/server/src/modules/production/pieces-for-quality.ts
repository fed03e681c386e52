import { type RawBuilder, sql } from 'kysely'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import type {
  givenStatuses,
  Names,
  processGates,
  processKinds,
} from '@cloud-factory/contract/planning/processes'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { lockPieces } from './pieces.store.ts'

type ProcessGate = (typeof processGates)[number]

/** A piece as quality needs it; lengths in mm, null where unknown. */
interface AnsweredPiece {
  readonly id: number
  readonly serial: string
  readonly orderId: number
  readonly orderNo: string
  readonly projectId: number
  readonly markId: number
  readonly mark: string
  readonly kind: string
  readonly profile: string
  readonly grade: string | null
  readonly lengthMm: number | null
  readonly areaM2: number | null
  readonly netKg: number | null
  readonly status: PieceStatus
  readonly nextProcessId: number | null
}

interface AnsweredGate {
  readonly orderId: number
  readonly orderNo: string
  readonly markId: number
  readonly mark: string
  readonly processId: number
  readonly processCode: string
  readonly gate: 'inspect' | 'hold'
  readonly pieceIds: number[]
}

/** Pieces of the plant by id, in ascending order; unknown ones are left out. */
export const piecesById = (reads: Reads, plantId: number, ids: readonly number[]): Promise<AnsweredPiece[]> =>
  readRows(reads, answered(sql`p.plant_id = ${plantId} and p.id = any(${[...ids]}::bigint[])`))

/** The same, locked with their orders until the transaction ends. */
export async function piecesLocked(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<AnsweredPiece[]> {
  await lockPieces(write, plantId, ids)
  return piecesById(asReads(write), plantId, ids)
}

const answered = (where: RawBuilder<unknown>) =>
  sql<AnsweredPiece>`
    select p.id, p.serial, p.order_id as "orderId", o.no as "orderNo", o.project_id as "projectId", m.id as "markId",
      m.mark, m.kind, m.profile, m.grade, m.length_mm as "lengthMm", m.area_m2 as "areaM2", p.net_kg as "netKg", p.status,
      p.next_process_id as "nextProcessId"
    from pieces p join orders o on o.id = p.order_id join marks m on m.id = p.mark_id
    where ${where} order by p.id`

/** Maximum number of pieces per mark and gate. The rest of a larger mark follows in a later query, when these have passed. */
const piecesOfGate = 500

/** Pieces waiting before a gated process, by mark, most urgent order first; held ones are left out. */
export const piecesAtGates = (reads: Reads, plantId: number, limit: number): Promise<AnsweredGate[]> =>
  readRows(
    reads,
    sql<AnsweredGate>`
      with waiting as (
        select p.order_id, p.mark_id, p.next_process_id,
          (array_agg(p.id order by p.id))[1:${sql.lit(piecesOfGate)}] as ids
        from processes c join pieces p on p.plant_id = c.plant_id and p.next_process_id = c.id
        where c.plant_id = ${plantId} and c.gate in ('inspect', 'hold') and p.holds = 0
          and p.status not in ('ncr_open', 'rework')
        group by p.order_id, p.mark_id, p.next_process_id
      )
      select o.id as "orderId", o.no as "orderNo", m.id as "markId", m.mark, c.id as "processId", c.code as "processCode",
        c.gate, w.ids as "pieceIds"
      from waiting w join orders o on o.id = w.order_id join marks m on m.id = w.mark_id
        join processes c on c.id = w.next_process_id
      where o.status in ('released', 'in_production')
      order by o.due_on nulls last, o.id, m.mark, c.position limit ${limit}`,
  )

interface AnsweredPassage {
  readonly orderId: number
  readonly orderNo: string
  readonly projectId: number
  readonly mark: string
  readonly kind: string
  readonly profile: string
  readonly lengthMm: number | null
  readonly processId: number
  readonly processCode: string
  readonly gate: 'inspect' | 'hold'
  readonly pieceIds: number[]
  readonly serials: string[]
  readonly at: Date
}

/** Pieces that completed a gated step, by mark and process, in order of time. */
export const piecesPastGate = (reads: Reads, plantId: number): Promise<AnsweredPassage[]> =>
  readRows(
    reads,
    sql<AnsweredPassage>`
      select o.id as "orderId", o.no as "orderNo", o.project_id as "projectId", m.mark, m.kind, m.profile,
        m.length_mm as "lengthMm", c.id as "processId", c.code as "processCode", c.gate,
        array_agg(p.id order by p.id) as "pieceIds", array_agg(p.serial order by p.id) as serials,
        min(r.done_at) as at
      from work_reports r join processes c on c.id = r.process_id and c.gate in ('inspect', 'hold')
        join pieces p on p.id = r.piece_id join marks m on m.id = p.mark_id join orders o on o.id = p.order_id
      where r.plant_id = ${plantId} and r.undone_at is null and r.finishes
      group by o.id, m.id, c.id order by min(r.done_at), m.id, c.id`,
  )

interface AnsweredProcess {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly gate: ProcessGate
  readonly position: number
  readonly kind: (typeof processKinds)[number]
  readonly gives: (typeof givenStatuses)[number] | null
  readonly active: boolean
}

/** All processes of the plant in the order of work. */
export const processesOf = (reads: Reads, plantId: number): Promise<AnsweredProcess[]> =>
  readRows(
    reads,
    sql<AnsweredProcess>`
      select id, code, names, gate, position, kind, gives, active from processes
      where plant_id = ${plantId} order by position, id`,
  )
