import './material.tables.ts'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { LotStatus, MaterialForm } from '@cloud-factory/contract/material-words'
import type { LotRow, receiptsApi } from '@cloud-factory/contract/receipts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { allOf, countOf, limitOf } from '../../../platform/db/list-page.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { searchPattern } from '../../../platform/search/search-text.ts'
import { deciderOf } from '../../../platform/auth/four-eyes.reads.ts'
import type { Decider } from '../../../platform/auth/four-eyes.rules.ts'
import { lotCan } from './lots.rules.ts'

type LotsQuery = QueryOf<(typeof receiptsApi)['GET /api/lots']>

interface LotReadRow {
  readonly id: number
  readonly receipt_id: number
  readonly receipt_no: string
  readonly received_on: string
  readonly supplier: string
  readonly form: MaterialForm
  readonly profile: string
  readonly thickness: string | null
  readonly grade_id: number
  readonly grade_code: string
  readonly heat_id: number
  readonly heat_no: string
  readonly mill: string
  readonly pieces: number
  readonly kg: number
  readonly used_kg: number
  readonly left_kg: number
  readonly status: LotStatus
  readonly retest: boolean
  readonly certificates: number
  readonly retests: number
  readonly entered_by: readonly (number | null)[]
  readonly decided_at: Date | null
  readonly decided_by_name: string | null
  readonly note: string
  readonly agreed_by: string | null
  readonly version: number
}

const sorts = {
  receivedOn: sql`received_on, id`,
  '-receivedOn': sql`received_on desc, id desc`,
  profile: sql`profile, id`,
  '-profile': sql`profile desc, id desc`,
  leftKg: sql`left_kg, id`,
  '-leftKg': sql`left_kg desc, id desc`,
}

/** One page of the stock. */
export async function listLots(
  reads: Reads,
  actor: Actor,
  query: LotsQuery,
): Promise<{ items: LotRow[]; total: number }> {
  const where = lotsWhere(actor.plantId, query)
  const [rows, counted, who] = await Promise.all([
    readRows(reads, lotsOf(where, sorts[query.sort ?? '-receivedOn'], limitOf(query))),
    readRows(reads, countOf(sql`material_lots`, where)),
    deciderOf(reads, actor),
  ])
  return { items: rows.map((row) => lotView(row, who)), total: counted[0]?.total ?? 0 }
}

export function lotsWhere(plantId: number, query: LotsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    query.status === undefined || query.status.length === 0
      ? null
      : sql`status = any(${[...query.status]}::text[])`,
    query.gradeId === undefined
      ? null
      : sql`heat_id in (select id from heats where grade_id = ${query.gradeId})`,
    query.heatId === undefined ? null : sql`heat_id = ${query.heatId}`,
    query.left === undefined ? null : sql`left_kg > 0`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

/** Lots with their heats, and how many accepted papers of the heat's own grade there are. */
export const lotsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<LotReadRow>`
    with page as (
      select *, row_number() over (order by ${order}) as place from material_lots where ${where}
      order by ${order} ${limit}
    )
    select page.id, page.receipt_id, r.no as receipt_no, page.received_on, r.supplier, page.form, page.profile,
      trim_scale(page.thickness_mm)::text as thickness, g.id as grade_id, g.code as grade_code, h.id as heat_id,
      h.no as heat_no, h.mill, page.pieces, page.kg, page.used_kg, page.left_kg, page.status, page.retest,
      papers.certificates, papers.retests, papers.entered_by, page.decided_at, page.decided_by_name, page.note, page.agreed_by, page.version
    from page join material_receipts r on r.id = page.receipt_id join heats h on h.id = page.heat_id
      join steel_grades g on g.id = h.grade_id
      cross join lateral (
        select count(*) filter (where c.kind <> 'retest')::int as certificates,
          count(*) filter (where c.kind = 'retest')::int as retests,
          coalesce(array_agg(c.entered_by), '{}') as entered_by
        from mill_certificate_heats x join mill_certificates c on c.id = x.certificate_id
        where x.heat_id = h.id and c.status = 'accepted'
      ) papers
    order by page.place`

/** Lots of a receipt in the order of its lines. */
export async function lotsOfReceipt(reads: Reads, actor: Actor, receiptId: number): Promise<LotRow[]> {
  const where = sql`plant_id = ${actor.plantId} and receipt_id = ${receiptId}`
  const rows = await readRows(reads, lotsOf(where, sql`id`, sql`limit 100`))
  const who = await deciderOf(reads, actor)
  return rows.map((row) => lotView(row, who))
}

/** One lot; refuses with `not_found` when the plant has no such lot. */
export async function oneLot(reads: Reads, actor: Actor, id: string): Promise<LotRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, lotsOf(where, sql`id`, sql`limit 1`))
  return row === undefined ? refuse('not_found') : lotView(row, await deciderOf(reads, actor))
}

function lotView(row: LotReadRow, who: Decider): LotRow {
  return {
    id: String(row.id),
    receipt: { id: String(row.receipt_id), no: row.receipt_no, receivedOn: row.received_on },
    supplier: row.supplier,
    form: row.form,
    profile: row.profile,
    thicknessMm: row.thickness,
    grade: { id: String(row.grade_id), code: row.grade_code },
    heat: { id: String(row.heat_id), no: row.heat_no, mill: row.mill },
    pieces: row.pieces,
    kg: row.kg,
    usedKg: row.used_kg,
    leftKg: row.left_kg,
    status: row.status,
    retest: row.retest,
    certificates: row.certificates,
    retests: row.retests,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by_name,
    note: row.note,
    agreedBy: row.agreed_by,
    version: row.version,
    can: lotCan(who, { ...row, usedKg: row.used_kg, leftKg: row.left_kg, enteredBy: row.entered_by }),
  }
}
