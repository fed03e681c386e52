import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import type { LotExportColumn, LotRow, receiptsApi } from '@cloud-factory/contract/material/receipts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows, type Reads } from '../../platform/db/handles.ts'
import type { FileReply } from '../../platform/http/routes.ts'
import { exportAudited, type ExportColumn, maxRequested } from '../../platform/xlsx/export-sheet.ts'
import type { LotStatus, MaterialForm } from '@cloud-factory/domain/material/material-enums'
import { allOf, bothWays, limitOf, pageRows } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern, spellings } from '../../platform/search/search-text.ts'
import { decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { lotCan } from './material.rules.ts'

type ExportInput = BodyOf<(typeof receiptsApi)['POST /api/exports/lots']>

/** Exports all matching lots as a file. Exports are audited. */
export async function exportLots(
  db: Pick<Database, 'reads' | 'tx'>,
  actor: Actor,
  input: ExportInput,
  now: Date,
): Promise<FileReply> {
  const { reads } = db
  const { filter = {}, sort = '-receivedOn' } = input
  const where = lotsWhere(actor.plantId, filter)
  const found = await readRows(
    reads,
    sql<{
      id: number
    }>`select id from material_lots where ${where} order by ${lotSorts[sort]} limit ${maxRequested}`,
  )
  const read = async (ids: readonly number[]) => {
    const some = sql`plant_id = ${actor.plantId} and id = any(${[...ids]}::bigint[])`
    return lotViews(
      reads,
      actor,
      await readRows(reads, lotsOf(some, lotSorts[sort], sql`limit ${ids.length}`)),
    )
  }
  const ids = found.map(({ id }) => id)
  return exportAudited(
    db,
    { actor, now, input, name: 'steel', column: (key) => known[key], ids, read },
    { action: 'material.export', subjectKind: 'lot', filter },
  )
}

type Column = ExportColumn<LotRow>
const text = (width: number, value: Column['value']): Column => ({ kind: 'text', width, value })
const number = (value: Column['value']): Column => ({ kind: 'number', width: 11, value })
const kg = (value: Column['value']): Column => ({ kind: 'kg', width: 14, value, sum: true })

const known: Readonly<Record<LotExportColumn, Column>> = {
  heat: text(16, ({ heat }) => heat.no),
  mill: text(18, ({ heat }) => heat.mill),
  status: text(12, ({ status }, word) => word('status', status)),
  form: text(10, ({ form }, word) => word('form', form)),
  profile: text(22, ({ profile }) => profile),
  thickness: number(({ thicknessMm }) => (thicknessMm === null ? null : Number(thicknessMm))),
  length: number(({ lengthMm }) => lengthMm),
  grade: text(10, ({ grade }) => grade.code),
  pieces: { kind: 'integer', width: 9, value: ({ pieces }) => pieces, sum: true },
  kg: kg((lot) => lot.kg),
  usedKg: kg(({ usedKg }) => usedKg),
  leftKg: kg(({ leftKg }) => leftKg),
  leftM: number(({ leftM }) => leftM),
  location: text(16, ({ location }) => location),
  receipt: text(16, ({ receipt }) => receipt.no),
  receivedOn: { kind: 'day', width: 12, value: ({ receipt }) => receipt.receivedOn },
  supplier: text(24, ({ supplier }) => supplier),
  decidedBy: text(12, ({ decidedBy }) => decidedBy),
  note: text(40, ({ note }) => note),
}

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
  readonly unassigned_kg: number
  readonly length_mm: number | null
  readonly location: string
  readonly status: LotStatus
  readonly retest: boolean
  readonly certificates: number
  readonly retests: number
  /** Accepted documents of its heat. */
  readonly paper_ids: readonly number[]
  readonly decided_at: Date | null
  readonly decided_by_name: string | null
  readonly note: string
  readonly agreed_by: string | null
  readonly version: number
}

const lotSorts = bothWays({
  receivedOn: ['received_on', 'id'],
  profile: ['profile', 'id'],
  leftKg: ['left_kg', 'id'],
  location: ['location', 'id'],
})

type LotSums = ReplyOf<(typeof receiptsApi)['GET /api/lots']>['sums']

/** One page of the stock, and the total weight of all matching lots. */
export async function listLots(
  reads: Reads,
  actor: Actor,
  query: LotsQuery,
): Promise<{ items: LotRow[]; total: number; sums: LotSums }> {
  const where = lotsWhere(actor.plantId, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, lotsOf(where, lotSorts[query.sort ?? '-receivedOn'], limitOf(query))),
    readRows(
      reads,
      sql<LotSums & { total: number }>`select count(*)::int as total, coalesce(sum(kg), 0) as kg,
        coalesce(sum(kg - left_kg), 0) as "usedKg", coalesce(sum(left_kg), 0) as "leftKg" from material_lots where ${where}`,
    ),
  ])
  const { total = 0, ...sums } = counted[0] ?? { kg: 0, usedKg: 0, leftKg: 0 }
  return { items: await lotViews(reads, actor, rows), total, sums }
}

export function lotsWhere(plantId: number, query: LotsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  return allOf([
    sql`plant_id = ${plantId}`,
    query.status === undefined || query.status.length === 0
      ? null
      : sql`status = any(${[...query.status]}::text[])`,
    query.form === undefined || query.form.length === 0 ? null : sql`form = any(${[...query.form]}::text[])`,
    query.gradeId === undefined
      ? null
      : sql`heat_id in (select id from heats where grade_id = ${query.gradeId})`,
    query.heatId === undefined ? null : sql`heat_id = ${query.heatId}`,
    query.orderId === undefined
      ? null
      : sql`exists (select from heat_uses u where u.lot_id = material_lots.id and u.order_id = ${query.orderId})`,
    query.left === undefined ? null : sql`left_kg > 0`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

/** Lots with their heats and the number of accepted documents for the heat's own grade. */
export const lotsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<LotReadRow>`
    ${pageRows('material_lots', where, order, limit)}
    select page.id, page.receipt_id, r.no as receipt_no, page.received_on, r.supplier, page.form, page.profile,
      trim_scale(page.thickness_mm)::text as thickness, g.id as grade_id, g.code as grade_code, h.id as heat_id,
      h.no as heat_no, h.mill, page.pieces, page.kg, page.kg - page.left_kg as used_kg, page.kg - page.used_kg as unassigned_kg, page.left_kg, page.length_mm, page.location, page.status, page.retest,
      papers.certificates, papers.retests, papers.paper_ids, page.decided_at, page.decided_by_name, page.note, page.agreed_by, page.version
    from page join material_receipts r on r.id = page.receipt_id join heats h on h.id = page.heat_id
      join steel_grades g on g.id = h.grade_id
      cross join lateral (
        select count(*) filter (where c.kind <> 'retest')::int as certificates,
          count(*) filter (where c.kind = 'retest')::int as retests,
          coalesce(array_agg(c.id), '{}') as paper_ids
        from mill_certificate_heats x join mill_certificates c on c.id = x.certificate_id
        where x.heat_id = h.id and c.status = 'accepted'
      ) papers
    order by page.place`

/** Lots of a receipt in line order. */
export async function lotsOfReceipt(reads: Reads, actor: Actor, receiptId: number): Promise<LotRow[]> {
  const where = sql`plant_id = ${actor.plantId} and receipt_id = ${receiptId}`
  const rows = await readRows(reads, lotsOf(where, sql`id`, sql`limit 100`))
  return lotViews(reads, actor, rows)
}

/** One lot; fails with `not_found` when the plant has no such lot. */
export async function oneLot(reads: Reads, actor: Actor, id: string): Promise<LotRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, lotsOf(where, sql`id`, sql`limit 1`))
  const [view] = row === undefined ? [] : await lotViews(reads, actor, [row])
  return view ?? fail('not_found')
}

/** Whoever entered a document of a lot may not release it. */
async function lotViews(reads: Reads, actor: Actor, rows: readonly LotReadRow[]): Promise<LotRow[]> {
  const documents = rows.flatMap(({ paper_ids: ids }) => ids)
  const who = await decidersOf(reads, actor, ['lot_release'], documents)
  return rows.map((row) => lotView(row, who(...row.paper_ids)))
}

/** Remaining length to the decimetre, by the remaining share of the weight. */
const metresLeft = ({ pieces, length_mm: each, kg, left_kg: left }: LotReadRow): number | null =>
  each === null ? null : Math.round((pieces * each * left) / kg / 100) / 10

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
    lengthMm: row.length_mm,
    leftM: metresLeft(row),
    location: row.location,
    status: row.status,
    retest: row.retest,
    certificates: row.certificates,
    retests: row.retests,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by_name,
    note: row.note,
    agreedBy: row.agreed_by,
    version: row.version,
    can: lotCan(who, { ...row, usedKg: row.used_kg, unassignedKg: row.unassigned_kg }),
  }
}

/** Heats with this number: their lots in the steel store. */
export const heatsByCode =
  (reads: Reads) =>
  async (actor: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    if (!actor.tags.includes('quality.view')) return []
    const rows = await readRows(
      reads,
      sql<{ id: number; code: string; name: string; profile: string | null }>`
        select h.id, h.no as code, h.supplier as name,
          (select string_agg(distinct l.profile, ', ') from material_lots l where l.heat_id = h.id) as profile
        from heats h where h.plant_id = ${actor.plantId} and h.no = any(${spellings(code)}) order by h.id limit ${limit}`,
    )
    return rows.map((row) => ({
      kind: 'heat',
      ...row,
      id: String(row.id),
      project: null,
      status: null,
      path: `/warehouse/steel?q=${encodeURIComponent(row.code)}`,
    }))
  }
