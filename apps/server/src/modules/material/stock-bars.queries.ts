import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { StockBarRow, stockBarsApi } from '@cloud-factory/contract/material/stock-bars'
import type { LotStatus, StockBarStatus } from '@cloud-factory/domain/material/material-enums'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { stockBarCan } from './material.rules.ts'

export type BarsQuery = QueryOf<(typeof stockBarsApi)['GET /api/stock-bars']>

interface BarReadRow {
  readonly id: number
  readonly lot_id: number
  readonly lot_status: LotStatus
  readonly heat_id: number
  readonly heat_no: string
  readonly grade: string
  readonly profile: string
  readonly length_mm: number
  readonly kg: number
  readonly status: StockBarStatus
  readonly parent_id: number | null
  readonly location: string
  readonly version: number
}

const sorts = bothWays({ lengthMm: ['length_mm', 'id'], id: ['id'] })

/** One page of the bars in stock. */
export async function listStockBars(
  reads: Reads,
  actor: Actor,
  query: BarsQuery,
): Promise<{ items: StockBarRow[]; total: number }> {
  const where = barsWhere(actor.plantId, query)
  const page = barsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`stock_bars`, where)
  return { items: rows.map((row) => barView(row, actor)), total }
}

export async function oneStockBar(reads: Reads, actor: Actor, id: string): Promise<StockBarRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, barsOf(where, sql`id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : barView(row, actor)
}

export function barsWhere(plantId: number, query: BarsQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const { status = [], gradeId, lotId, remnant, minLengthMm } = query
  const lots = allOf([
    sql`plant_id = ${plantId}`,
    pattern === null ? null : sql`search like ${pattern}`,
    gradeId === undefined ? null : sql`heat_id in (select id from heats where grade_id = ${gradeId})`,
  ])
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    lotId === undefined ? null : sql`lot_id = ${lotId}`,
    remnant === undefined ? null : sql`parent_id is not null`,
    minLengthMm === undefined ? null : sql`length_mm >= ${minLengthMm}`,
    pattern === null && gradeId === undefined
      ? null
      : sql`lot_id in (select id from material_lots where ${lots})`,
  ])
}

export const barsOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<BarReadRow>`
    ${pageRows('stock_bars', where, order, limit)}
    select page.id, page.lot_id, l.status as lot_status, h.id as heat_id, h.no as heat_no, g.code as grade, l.profile,
      page.length_mm, page.kg, page.status, page.parent_id, page.location, page.version
    from page join material_lots l on l.id = page.lot_id join heats h on h.id = l.heat_id
      join steel_grades g on g.id = h.grade_id
    order by page.place`

const barView = (row: BarReadRow, actor: Actor): StockBarRow => ({
  id: String(row.id),
  lot: { id: String(row.lot_id), status: row.lot_status },
  heat: { id: String(row.heat_id), no: row.heat_no },
  grade: row.grade,
  profile: row.profile,
  lengthMm: row.length_mm,
  kg: row.kg,
  status: row.status,
  parentId: row.parent_id === null ? null : String(row.parent_id),
  location: row.location,
  version: row.version,
  can: { scrap: stockBarCan(actor.tags, row.status).scrap },
})

/** A bar that may be nested. */
export interface AvailableBar {
  readonly id: number
  readonly profile: string
  readonly grade: string
  readonly isConceded: boolean
  readonly isRemnant: boolean
  readonly lengthMm: number
  readonly kg: number
}

/** Bars that one search looks at, at most; the oldest first. */
const maxBars = 5000

/** Kinds of available bars of usable lots: what a search chooses among by shape and grade. */
export const availableKinds = (reads: Reads, plantId: number) =>
  readRows(
    reads,
    sql<{ profile: string; grade: string; isConceded: boolean }>`
      select distinct l.profile, g.code as grade, l.status = 'concession' as "isConceded"
      from stock_bars b join material_lots l on l.id = b.lot_id join heats h on h.id = l.heat_id
        join steel_grades g on g.id = h.grade_id
      where b.plant_id = ${plantId} and b.status = 'available' and l.status in ('released', 'concession') and l.left_kg > 0
      limit 1000`,
  )

/** Available bars of these kinds, remnants first, then the oldest. */
export const availableBars = (
  reads: Reads,
  plantId: number,
  kinds: readonly Pick<AvailableBar, 'profile' | 'grade' | 'isConceded'>[],
) =>
  readRows(
    reads,
    sql<AvailableBar>`
      select b.id, l.profile, g.code as grade, l.status = 'concession' as "isConceded",
        b.parent_id is not null as "isRemnant", b.length_mm as "lengthMm", b.kg
      from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k (profile text, grade text, "isConceded" boolean)
        join material_lots l on l.plant_id = ${plantId} and l.profile = k.profile and (l.status = 'concession') = k."isConceded"
        join heats h on h.id = l.heat_id
        join steel_grades g on g.id = h.grade_id and g.code = k.grade
        join stock_bars b on b.lot_id = l.id
      where b.status = 'available' and l.status in ('released', 'concession') and l.left_kg > 0
      order by b.parent_id is null, b.id limit ${maxBars}`,
  )
