import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Partition, TableShape } from './transfer-schema.ts'

/**
 * What an export file holds, one JSON value a line, gzipped: first a head; then each table, followed by its rows, a
 * row being the text form of PostgreSQL's composite value; then the sequences; last the end with the number of rows.
 */
export type Line = Head | TableLine | string | Sequences | End

export interface Head {
  readonly kind: 'head'
  readonly format: 1
  /** Names of the applied migrations with their hashes. */
  readonly migrations: readonly string[]
  readonly partitions: readonly Partition[]
}
export interface TableLine extends TableShape {
  readonly kind: 'table'
}
export interface Sequences {
  readonly kind: 'sequences'
  /** Name and last value given; null when none was. */
  readonly values: readonly { readonly name: string; readonly last: number | null }[]
}
interface End {
  readonly kind: 'end'
  readonly rows: number
}

/** Writes the file whole or not at all: it gets its name when the last byte is on the disk. */
export async function writeLines(path: string, lines: AsyncIterable<readonly Line[]>): Promise<void> {
  const part = `${path}.part`
  const text = async function* () {
    for await (const batch of lines) yield batch.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
  // It holds what the database holds: only its owner may read it.
  await pipeline(Readable.from(text()), createGzip(), createWriteStream(part, { mode: 0o600 }))
  const file = await open(part, 'r+')
  await file.sync()
  await file.close()
  await rename(part, path)
}

/** Gives the lines one by one; waits for `take` before it reads on. Rejects when the file is no gzip or cut off. */
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
