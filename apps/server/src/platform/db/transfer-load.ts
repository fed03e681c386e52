import { sql } from 'kysely'
import type { Write } from './handles.ts'
import type { Head, Line, Sequences, TableLine } from './transfer-file.ts'
import {
  type ForeignKey,
  foreignKeys,
  migrationNames,
  type TableShape,
  tableShapes,
} from './transfer-schema.ts'

/** The file does not match the database; the message says why. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused'
}

/** Names from the file become part of SQL statements, so they must be plain names. */
const plainName = /^[a-z_][a-z0-9_]*$/

const batchRows = 500
const batchCharacters = 1_000_000

/** Loads the lines of an export file, in order, into the tables within one transaction. */
export class Loader {
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
