import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from './handles.ts'

export interface PageQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/** Default page size of lists. */
export const usualPageSize = 20

export function limitOf(query: PageQuery): RawBuilder<unknown> {
  const size = query.pageSize ?? usualPageSize
  return sql`limit ${size} offset ${((query.page ?? 1) - 1) * size}`
}

/** `order by` of a sort key. The columns of each direction are written out, so that each uses its index. */
export type Sorts<Word extends string> = Readonly<Record<Word, RawBuilder<unknown>>>

/** Both directions of columns whose index can be read either way. */
export function bothWays<const Field extends string>(
  columns: Readonly<Record<Field, readonly string[]>>,
): Sorts<Field | `-${Field}`> {
  const sorts: Record<string, RawBuilder<unknown>> = {}
  for (const [field, names] of Object.entries<readonly string[]>(columns)) {
    sorts[field] = sql.raw(names.join(', '))
    sorts[`-${field}`] = sql.raw(names.map(descending).join(', '))
  }
  return sorts as Sorts<Field | `-${Field}`>
}

const descending = (column: string) => column.replace(/( nulls last)?$/, ' desc$1')

/**
 * `with page as (…)`: the rows of a page of a table, before anything is joined to them. `order by page.place` keeps their
 * order.
 */
export const pageRows = (
  table: string,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  with page as (
    select *, row_number() over (order by ${order}) as place from ${sql.table(table)} where ${where} order by ${order} ${limit}
  )`

/** The conjunction of all conditions; without conditions it matches every row. */
export function allOf(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  const present = conditions.filter((condition) => condition !== null)
  return present.length === 0 ? sql`true` : sql.join(present, sql` and `)
}

/** Default limit up to which matches are counted. */
const countedAtMost = 10_000

export const countOf = (from: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} where ${where} limit ${countedAtMost}) matches`

/** Rows that wait, and the instant of the oldest; null: none, or not recorded. */
export interface Waiting {
  readonly count: number
  readonly since: Date | null
}

/** Records of a table in this status; `since`: the column of the instant from which they wait. */
interface WaitingRows {
  readonly table: string
  readonly status: string
  readonly since: string | null
  /** Empty: of all projects. */
  readonly projectIds?: readonly string[]
}

export async function waitingIn(
  reads: Reads,
  plantId: number,
  { table, status, since, projectIds = [] }: WaitingRows,
): Promise<Waiting> {
  const where = allOf([
    sql`plant_id = ${plantId} and status = ${sql.lit(status)}`,
    projectIds.length === 0 ? null : sql`project_id = any(${projectIds.map(Number)}::bigint[])`,
  ])
  const [row] = await readRows(
    reads,
    sql<Waiting>`
      select count(*)::int as count, min(${since === null ? sql`null::timestamptz` : sql.ref(since)}) as since
      from ${sql.table(table)} where ${where}`,
  )
  return row ?? { count: 0, since: null }
}

/** The rows of a page, and how many rows of the list match. */
export async function countedPage<Row>(
  reads: Reads,
  page: RawBuilder<Row>,
  from: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const [rows, counted] = await Promise.all([readRows(reads, page), readRows(reads, countOf(from, where))])
  return { rows, total: counted[0]?.total ?? 0 }
}
