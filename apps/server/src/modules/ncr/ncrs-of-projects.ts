import { type RawBuilder, sql } from 'kysely'

/** Condition: the report's project, in the given column, is one of these; null: no restriction. */
export const ofProjects = (
  projectIds: readonly string[],
  column: RawBuilder<unknown>,
): RawBuilder<unknown> | null =>
  projectIds.length === 0 ? null : sql`${column} = any(${projectIds.map(Number)}::bigint[])`
