import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Partition, TableShape } from './transfer-schema.ts'

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
