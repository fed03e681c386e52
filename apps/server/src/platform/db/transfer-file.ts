import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Write } from './handles.ts'

export interface TableShape {
  /** Quoted where SQL requires it. */
  readonly name: string
  /** `name type` of all columns, in order. */
  readonly columns: readonly string[]
  /** Columns that accept values, without generated ones; quoted where SQL requires it. */
  readonly insertable: readonly string[]
}

/** A partition created by the program, not by a migration; `bound` in PostgreSQL's notation. */
interface Partition {
  readonly name: string
  readonly parent: string
  readonly bound: string
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** All tables except the list of migrations; partitions are part of their table. */
export async function tableShapes(write: Write): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select format('%I', c.relname) as name,
      json_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
      coalesce(
        json_agg(format('%I', a.attname) order by a.attnum) filter (where a.attgenerated = ''), '[]'
      ) as insertable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    group by c.oid, c.relname order by c.relname`.execute(write)
  return rows
}

/** Parents before their partitions. */
export async function partitionsOf(write: Write): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select format('%I', part.relname) as name, format('%I', parent.relname) as parent,
      pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
    where part.relispartition and part.relkind = 'r' and part.relnamespace = 'public'::regnamespace
    order by part.oid`.execute(write)
  return rows
}

export async function foreignKeys(write: Write): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select format('%I', c.relname) as table, format('%I', k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
    order by c.relname, k.conname`.execute(write)
  return rows
}

export async function sequenceValues(write: Write): Promise<{ name: string; last: number | null }[]> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select format('%I', sequencename) as name, last_value as last from pg_sequences
    where schemaname = 'public' order by 1`.execute(write)
  return rows
}

export async function migrationNames(write: Write): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name || ' ' || hash as name from migrations order by number`.execute(write)
  return rows.map(({ name }) => name)
}

/**
 * Content of an export file, gzipped, one JSON value per line: a head; each table, followed by its rows, where a row
 * is the text form of PostgreSQL's composite value; the sequences; an end with the number of rows.
 */
export type Line = Head | TableLine | string | Sequences | End

export interface Head {
  readonly kind: 'head'
  readonly format: 1
  /** Names and hashes of the applied migrations. */
  readonly migrations: readonly string[]
  readonly partitions: readonly Partition[]
}
export interface TableLine extends TableShape {
  readonly kind: 'table'
}
export interface Sequences {
  readonly kind: 'sequences'
  /** Name and last value; null when none was drawn. */
  readonly values: readonly { readonly name: string; readonly last: number | null }[]
}
interface End {
  readonly kind: 'end'
  readonly rows: number
}

/** Writes the file completely or not at all: it gets its name when the last byte is on the disk. */
export async function writeLines(path: string, lines: AsyncIterable<readonly Line[]>): Promise<void> {
  const part = `${path}.part`
  const text = async function* () {
    for await (const batch of lines) yield batch.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
  // It contains all data of the database: only its owner may read it.
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(part, { mode: 0o600 }))
  const file = await open(part, 'r+')
  await file.sync()
  await file.close()
  await rename(part, path)
}

/**
 * Passes the lines one by one and waits for `take` before it reads on. Rejects when the file is not gzip or
 * incomplete.
 */
export async function readLines(path: string, take: (line: Line) => Promise<void>): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of source) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) await take(JSON.parse(line) as Line)
    }
  })
}
