import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'
import type { Register, RegisterRow } from './register.ts'

interface RegisterQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: string | undefined
  readonly q?: string | undefined
}

/** These lists are choices in forms too: a page holds 200 unless asked for less. */
const wholePage = 200

/** One page of a register; `more` are further conditions on `r`. */
export async function registerList<Stored extends object, Row extends RegisterRow, Input extends object>(
  register: Register<Stored, Row, Input>,
  reads: Reads,
  actor: Actor,
  query: RegisterQuery,
  more: readonly (RawBuilder<unknown> | null)[] = [],
): Promise<{ items: Row[]; total: number }> {
  const pattern = searchPattern(query.q ?? '')
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    pattern === null ? null : sql`r.search like ${pattern}`,
    ...more,
  ])
  const { columns, from, sorts, order } = register
  const page = limitOf({ page: query.page, pageSize: query.pageSize ?? wholePage })
  const by = sorts[query.sort ?? ''] ?? order
  const [rows, counted] = await Promise.all([
    readRows(reads, sql<Stored>`select ${columns} from ${from} where ${where} order by ${by} ${page}`),
    readRows(reads, countOf(from, where)),
  ])
  return { items: rows.map((row) => register.view(row, actor)), total: counted[0]?.total ?? 0 }
}

/** One row; fails with `not_found` when the plant has no such row. */
export async function registerRow<Stored extends object, Row extends RegisterRow, Input extends object>(
  register: Register<Stored, Row, Input>,
  reads: Reads,
  actor: Actor,
  id: string,
): Promise<Row> {
  const rows = await readRows(
    reads,
    sql<Stored>`select ${register.columns} from ${register.from}
      where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return rows[0] === undefined ? fail('not_found') : register.view(rows[0], actor)
}

/** Who may change these rows. */
export const registerCan = (actor: Actor) => {
  const verdict = actor.tags.includes('quality.judge') ? true : 'permission.denied'
  return { edit: verdict, delete: verdict } as const
}
