import { type RawBuilder, sql } from 'kysely'
import { type Database, readRows } from '../src/platform/db/handles.ts'

/** The query plan of a statement (EXPLAIN). `(analyze) …` before the statement also runs it. */
export async function planOf(db: Pick<Database, 'reads'>, statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}
