import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { type Database, readRows } from '../src/platform/db/handles.ts'

/** The query plan of a statement (EXPLAIN). `(analyze) …` before the statement also runs it. */
export async function planOf(db: Pick<Database, 'reads'>, statement: RawBuilder<unknown>): Promise<string> {
  const lines = await readRows(db.reads, sql<Record<string, string>>`explain ${statement}`)
  return lines.map((line) => Object.values(line)[0]).join('\n')
}

/** A node of an executed plan. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Runs a statement. Rows that its scans of tables and indexes read, found or filtered out. */
export async function rowsRead(db: Pick<Database, 'reads'>, statement: RawBuilder<unknown>): Promise<number> {
  const [row] = await readRows(
    db.reads,
    sql<{
      'QUERY PLAN': readonly { readonly Plan: PlanNode }[]
    }>`explain (analyze, format json) ${statement}`,
  )
  const read = (node: PlanNode): number => {
    const isScan = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])
    const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return (isScan ? own : 0) + (node.Plans ?? []).reduce((sum, child) => sum + read(child), 0)
  }
  return (row?.['QUERY PLAN'] ?? []).reduce((sum, { Plan }) => sum + read(Plan), 0)
}

/** Expects that a statement reads none of the tables as a whole, and fewer rows than `rows` of all. */
export async function expectBounded(
  db: Pick<Database, 'reads'>,
  statement: RawBuilder<unknown>,
  { tables, rows }: { readonly tables: readonly string[]; readonly rows: number },
): Promise<void> {
  const plan = await planOf(db, statement)
  for (const table of tables) expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`))
  expect(await rowsRead(db, statement), plan).toBeLessThan(rows)
}
