import { sql } from 'kysely'
import type { Write, Database } from './handles.ts'
import {
  type Head,
  type Line,
  type Sequences,
  type TableLine,
  type ForeignKey,
  foreignKeys,
  migrationNames,
  type TableShape,
  tableShapes,
  readLines,
  writeLines,
  partitionsOf,
  sequenceValues,
} from './transfer-file.ts'

/** The file does not match the database; the message says why. */
class TransferRefused extends Error {
  override readonly name = 'TransferRefused'
}

/** Names from the file become part of SQL statements, so they must be plain names. */
const plainName = /^[a-z_][a-z0-9_]*$/

const batchRows = 500
const batchCharacters = 1_000_000

/** Loads the lines of an export file, in order, into the tables within one transaction. */
class Loader {
  readonly #write: Write
  #tables: ReadonlyMap<string, TableShape> = new Map()
  #keys: readonly ForeignKey[] = []
  #table: TableShape | null = null
  #rows: string[] = []
  #characters = 0
  #count = 0
  #stage: 'head' | 'rows' | 'end' = 'head'

  constructor(write: Write) {
    this.#write = write
  }

  async take(line: Line): Promise<void> {
    if (typeof line === 'string') return this.#takeRow(line)
    if ((line.kind === 'head') !== (this.#stage === 'head'))
      throw new TransferRefused('The file is no export')
    await this.#flush()
    switch (line.kind) {
      case 'head':
        return this.#begin(line)
      case 'table':
        return this.#turnTo(line)
      case 'sequences':
        return this.#setSequences(line)
      case 'end':
        if (line.rows !== this.#count) throw new TransferRefused('Rows are missing from the file')
        this.#stage = 'end'
    }
  }

  /** Restores the foreign keys, which checks them all; returns the number of rows. */
  async finish(): Promise<number> {
    if (this.#stage !== 'end') throw new TransferRefused('The file is incomplete')
    await this.#run('set constraints all immediate')
    for (const { table, name, definition } of this.#keys) {
      await this.#run(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { name } of this.#tables.values()) await this.#run(`alter table ${name} enable trigger user`)
    await this.#run('analyze')
    return this.#count
  }

  /**
   * Drops foreign keys while rows are loaded, because tables may refer to each other in a cycle. The owner of the
   * tables may do that; disabling the checks needs a superuser.
   */
  async #begin(head: Head): Promise<void> {
    const known = await migrationNames(this.#write)
    if (known.join() !== head.migrations.join()) {
      throw new TransferRefused(
        'The file was written by another version of the program: its migrations differ',
      )
    }
    const tables = await tableShapes(this.#write)
    this.#tables = new Map(tables.map((table) => [table.name, table]))
    this.#keys = await foreignKeys(this.#write)
    for (const { table, name } of this.#keys) await this.#run(`alter table ${table} drop constraint ${name}`)
    for (const { name } of tables) await this.#run(`alter table ${name} disable trigger user`)
    await this.#run(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, parent, bound } of head.partitions) {
      if (![name, parent].every((word) => plainName.test(word)) || bound.includes(';')) {
        throw new TransferRefused(`The file describes a partition strangely: ${name}`)
      }
      await this.#run(`create table if not exists ${name} partition of ${parent} ${bound}`)
    }
    this.#stage = 'rows'
  }

  #turnTo(line: TableLine): void {
    const table = this.#tables.get(line.name)
    if (table?.columns.join() !== line.columns.join()) {
      throw new TransferRefused(`Table ${line.name} has other columns here than in the file`)
    }
    this.#table = table
  }

  async #takeRow(row: string): Promise<void> {
    this.#rows.push(row)
    this.#characters += row.length
    if (this.#rows.length >= batchRows || this.#characters >= batchCharacters) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return
    if (this.#table === null) throw new TransferRefused('The file is no export')
    const { name, insertable } = this.#table
    const target = sql.raw(`${name} (${insertable.join(', ')})`)
    const values = sql.raw(insertable.map((column) => `(r.value).${column}`).join(', '))
    // The offset keeps the planner from parsing a row once per column.
    await sql`insert into ${target} overriding system value select ${values} from
      (select text::${sql.raw(name)} as value from unnest(${this.#rows}::text[]) as text offset 0) r`.execute(
      this.#write,
    )
    this.#count += this.#rows.length
    this.#rows = []
    this.#characters = 0
  }

  async #setSequences(line: Sequences): Promise<void> {
    for (const { name, last } of line.values) {
      await sql`select setval(${name}::regclass, ${last ?? 1}::bigint, ${last !== null})`.execute(this.#write)
    }
  }

  async #run(statement: string): Promise<void> {
    await sql.raw(statement).execute(this.#write)
  }
}

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
