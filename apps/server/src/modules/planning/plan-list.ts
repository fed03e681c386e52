import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { limitOf } from '../../platform/db/list-page.ts'

export interface PlanQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: 'code' | '-code' | undefined
  readonly q?: string | undefined
}

/** How rows of one table of the plan are read; the table is `r`. */
export interface PlanSource<Stored, View> {
  readonly columns: RawBuilder<Stored>
  readonly from: RawBuilder<unknown>
  /** What the search looks in. */
  readonly words: RawBuilder<unknown>
  /** Order unless asked for another. */
  readonly order: RawBuilder<unknown>
  view(row: Stored, actor: Actor): View
}

/** These lists are short, and choices in forms: a page holds 200 unless asked for less. */
const wholePage = 200
const orders = { code: sql`r.code`, '-code': sql`r.code desc` }

export async function planList<Stored extends object, View>(
  source: PlanSource<Stored, View>,
  reads: Reads,
  actor: Actor,
  query: PlanQuery,
): Promise<{ items: View[]; total: number }> {
  const { columns, from } = source
  const found = sql`r.plant_id = ${actor.plantId}
    and strpos(lower(${source.words}), lower(${query.q ?? ''})) > 0`
  const order = query.sort === undefined ? source.order : orders[query.sort]
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const [rows, counted] = await Promise.all([
    readRows(reads, sql<Stored>`select ${columns} from ${from} where ${found} order by ${order} ${page}`),
    readRows(reads, sql<{ total: number }>`select count(*) as total from ${from} where ${found}`),
  ])
  return { items: rows.map((row) => source.view(row, actor)), total: counted[0]?.total ?? 0 }
}

/** One row; fails with `not_found` when the plant has no such row. */
export async function planRow<Stored extends object, View>(
  source: PlanSource<Stored, View>,
  reads: Reads,
  actor: Actor,
  id: string,
): Promise<View> {
  const { columns, from } = source
  const rows = await readRows(
    reads,
    sql<Stored>`select ${columns} from ${from} where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : source.view(rows[0], actor)
}
