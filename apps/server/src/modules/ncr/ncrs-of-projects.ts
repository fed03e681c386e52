import { type RawBuilder, sql } from 'kysely'

/** Reports whose project, in the column, is one of these; null: no project is named, so all of them. */
export const ofProjects = (
  projectIds: readonly string[],
  column: RawBuilder<unknown>,
): RawBuilder<unknown> | null =>
  projectIds.length === 0 ? null : sql`${column} = any(${projectIds.map(Number)}::bigint[])`
