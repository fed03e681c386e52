import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  StockTakeBar,
  StockTakeDetail,
  StockTakeRow,
  stockTakesApi,
} from '@cloud-factory/contract/material/stock-takes'
import { stockTakeResults, type StockTakeResult } from '@cloud-factory/domain/material/material-enums'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { stockTakeCan } from './material.rules.ts'

type Api = typeof stockTakesApi
type TakeReadRow = Selectable<Tables['stock_takes']> & {
  readonly expected: number
  readonly counted: number
}

const sorts = bothWays({ id: ['id'] })

const takesOf = (where: RawBuilder<unknown>, order: RawBuilder<unknown>, limit: RawBuilder<unknown>) =>
  sql<TakeReadRow>`
    ${pageRows('stock_takes', where, order, limit)}
    select page.*, c.* from page cross join lateral (
      select (count(*) filter (where expected))::int as expected, count(counted_at)::int as counted
      from stock_take_bars where stock_take_id = page.id) c
    order by page.place`

const takeView = (row: TakeReadRow, { tags }: Actor): StockTakeRow => ({
  id: String(row.id),
  no: row.no,
  status: row.status,
  location: row.location,
  profile: row.profile,
  expected: row.expected,
  counted: row.counted,
  createdAt: row.created_at.toISOString(),
  updatedBy: row.updated_by_name,
  closedBy: row.closed_by_name,
  version: row.version,
  can: stockTakeCan(tags, row.status),
})

export async function listStockTakes(
  reads: Reads,
  actor: Actor,
  { q = '', ...query }: QueryOf<Api['GET /api/stock-takes']>,
): Promise<ReplyOf<Api['GET /api/stock-takes']>> {
  const where = allOf([
    sql`plant_id = ${actor.plantId}`,
    q === '' ? null : sql`concat_ws(' ', no, location, profile) ilike ${containsPattern(q)}`,
  ])
  const page = takesOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`stock_takes`, where)
  return {
    items: rows.map((row) => takeView(row, actor)),
    total,
    can: { add: stockTakeCan(actor.tags, 'open').count },
  }
}

/**
 * A bar's result: while the stock take is open it follows from what was counted and from the bar's status now. A bar
 * that was cut or scrapped since the start is not missing.
 */
export const resultOf = sql<StockTakeResult>`coalesce(t.result, case
  when t.counted_at is null and b.status in ('available', 'reserved') then 'missing'
  when t.counted_at is null then 'used'
  when not t.expected then 'unexpected'
  when t.found_location <> t.location then 'wrong_place' else 'found' end)`

interface BarReadRow extends Omit<StockTakeBar, 'id'> {
  readonly id: number
}

/** One stock take with its bars, those that differ first; fails with `not_found`. */
export async function oneStockTake(reads: Reads, actor: Actor, id: string): Promise<StockTakeDetail> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, takesOf(where, sql`id`, sql`limit 1`))
  if (row === undefined) return fail('not_found')
  const bars = await readRows(
    reads,
    sql<BarReadRow>`
      select b.id, l.profile, g.code as grade, h.no as heat, b.length_mm as "lengthMm", t.location,
        t.found_location as "foundLocation", t.counted_by_name as "countedBy", ${resultOf} as result
      from stock_take_bars t join stock_bars b on b.id = t.stock_bar_id join material_lots l on l.id = b.lot_id
        join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
      where t.stock_take_id = ${row.id} order by t.counted_at desc nulls first, t.location, l.profile, b.id`,
  )
  const count = (result: StockTakeResult) => bars.filter((bar) => bar.result === result).length
  return {
    ...takeView(row, actor),
    reason: row.reason,
    results: Object.fromEntries(
      stockTakeResults.map((result) => [result, count(result)]),
    ) as StockTakeDetail['results'],
    items: bars.map((bar) => ({ ...bar, id: String(bar.id) })),
  }
}
