import { type RawBuilder, sql } from 'kysely'
import { type Database, readRows } from '../src/platform/db/handles.ts'

/** How the database would answer a statement, as EXPLAIN says it; `(analyze) …` in front of the statement runs it too. */
export async function planOf(db: Pick<Database, 'reads'>, statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}
