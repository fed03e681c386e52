import { sql } from 'kysely'
import type { Database, Write } from './handles.ts'
import { type Line, readLines, writeLines } from './transfer-file.ts'
import { Loader, TransferRefused } from './transfer-load.ts'
import { migrationNames, partitionsOf, sequenceValues, tableShapes } from './transfer-schema.ts'

/** Number of rows in memory at a time. */
const batch = 500

/**
 * Writes all tables to one file from one snapshot; both engines can read the file. Used for backup, upgrade and the
 * move to PostgreSQL. The embedded database serves no other request until it is done. Tables in `without` are
 * exported empty. Returns the number of rows.
 */
export async function exportDatabase(
  db: Database,
  path: string,
  without: readonly string[] = [],
): Promise<number> {
  return db.tx(async (write) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(write)
    await plainText(write)
    const count = { rows: 0 }
    await writeLines(path, linesOf(write, count, without))
    return count.rows
  })
}

/**
 * Fills a migrated, unused database from a file of `exportDatabase`, in one transaction. Rows that migrations
 * inserted are replaced. Returns the number of rows. Rejects with `TransferRefused` when the file was written with
 * other migrations or is incomplete, or when the database has been used.
 */
export async function importDatabase(db: Database, path: string): Promise<number> {
  return db.tx(async (write) => {
    await plainText(write)
    const { rows: worked } = await sql`select 1 from audit_log limit 1`.execute(write)
    if (worked.length > 0)
      throw new TransferRefused('The database has been worked with: import into a new one')
    const loader = new Loader(write)
    await readLines(path, (line) => loader.take(line))
    return loader.finish()
  })
}

/** Text forms that do not depend on the server's settings. */
async function plainText(write: Write): Promise<void> {
  await sql
    .raw(
      "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; " +
        'set local extra_float_digits = 1; set local statement_timeout = 0',
    )
    .execute(write)
}

async function* linesOf(
  write: Write,
  count: { rows: number },
  without: readonly string[],
): AsyncGenerator<Line[]> {
  yield [
    {
      kind: 'head',
      format: 1,
      migrations: await migrationNames(write),
      partitions: await partitionsOf(write),
    },
  ]
  for (const table of await tableShapes(write)) {
    yield [{ kind: 'table', ...table }]
    if (without.includes(table.name)) continue
    await sql
      .raw(`declare export no scroll cursor for select t::text as row from ${table.name} t`)
      .execute(write)
    for (;;) {
      const { rows } = await sql.raw<{ row: string }>(`fetch ${batch} from export`).execute(write)
      if (rows.length === 0) break
      count.rows += rows.length
      yield rows.map(({ row }) => row)
    }
    await sql`close export`.execute(write)
  }
  // Read after the rows: sequences are not part of the snapshot and may only be ahead of it.
  yield [{ kind: 'sequences', values: await sequenceValues(write) }]
  yield [{ kind: 'end', rows: count.rows }]
}
