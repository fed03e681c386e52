import { type RawBuilder, sql } from 'kysely'

interface PageQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/** Lists show 20 rows unless asked for more. */
const usualPageSize = 20
/** Matches are counted up to here. */
const countedAtMost = 10_000

export function limitOf(query: PageQuery): RawBuilder<unknown> {
  const size = query.pageSize ?? usualPageSize
  return sql`limit ${size} offset ${((query.page ?? 1) - 1) * size}`
}

/** All conditions must hold; those left null are none. */
export function allOf(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null)
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `)
}

export const countOf = (from: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} where ${where} limit ${countedAtMost}) matches`
