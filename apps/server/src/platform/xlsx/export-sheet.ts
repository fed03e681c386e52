import { recordAudit } from '../audit/record.ts'
import { type Database, type Reads, readRows } from '../db/handles.ts'
import type { FileReply } from '../http/routes.ts'
import { reject } from '../http/domain-error.ts'
import {
  type CellKind,
  type CellValue,
  estimatedBytes,
  maxRows,
  type SheetColumn,
  type SheetRow,
} from './sheet.ts'
import { workbook, xlsxType } from './workbook.ts'
import type { Actor } from '../auth/actor.ts'
import { sql } from 'kysely'

/** The label of a value of a closed list: in the person's language, or unchanged. */
type Word = (list: string, word: string) => string

export interface ExportColumn<Row> {
  readonly kind: CellKind
  readonly width: number
  readonly value: (row: Row, word: Word) => CellValue
  /** Added up in the last row. */
  readonly sum?: true
}

interface Rows<Row> {
  /** Ids of the rows, in the order of the file. */
  readonly ids: readonly number[]
  /** Rows of some of the ids, in their order. */
  readonly read: (ids: readonly number[]) => Promise<readonly Row[]>
}

interface Exported<Row, Key extends string> extends Rows<Row> {
  readonly actor: Actor
  readonly now: Date
  /** What a user asks for: `sheetInput` of the contract. */
  readonly input: {
    /** Name of file and sheet. */
    readonly name?: string | undefined
    readonly words?: Readonly<Record<string, string>> | undefined
    readonly columns: readonly { readonly key: Key; readonly title?: string | undefined }[]
  }
  /** Name where the input has none. */
  readonly name: string
  readonly column: (key: Key) => ExportColumn<Row>
}

interface Written<Row> extends Rows<Row> {
  readonly words: Readonly<Record<string, string>>
  readonly columns: readonly ExportColumn<Row>[]
}

/** The rows of an export that are all in memory already. */
export const rowsInMemory = <Row>(rows: readonly Row[]): Rows<Row> => ({
  ids: rows.map((_, index) => index),
  read: (some) => Promise.resolve(some.flatMap((index) => rows[index] ?? [])),
})

/** Rows per query: short use of the one connection, and little memory. */
const portion = 500

/** Row limit of an export's query: one more than a sheet holds. A result that reaches it fails with `export.too_many`. */
export const maxRequested = maxRows + 1

/**
 * A list as a file. Its rows and their order are fixed before it starts. Each chunk is read when the previous one has
 * been consumed, so the file grows no faster than its reader takes it.
 */
export async function exportFile<Row, Key extends string>(
  reads: Reads,
  { actor, now, input, name: usualName, column: columnOf, ids, read }: Exported<Row, Key>,
): Promise<FileReply> {
  const { name = usualName, words = {} } = input
  const columns = input.columns.map(({ key }) => columnOf(key))
  const written = { words, columns, ids, read }
  if (ids.length > maxRows) reject('export.too_many', { most: maxRows })
  const timeZone = await timeZoneOf(reads, actor.plantId)
  const sums = columns.map(({ sum }) => (sum === true ? 0 : null))
  // The first chunk is read before anything is sent, so that its errors become a problem reply.
  const first = await rowsOf(written, 0, sums)
  const sheetColumns = input.columns.map(({ key, title = key }) => {
    const { kind, width } = columnOf(key)
    return { title, kind, width: Math.max(width, wide(title) + 3) }
  })
  const hasSums = sums.some((sum) => sum !== null)
  const body = workbook({ title: name, author: actor.cnName, at: now, timeZone }, [
    {
      name,
      columns: sheetColumns,
      rows: portions(written, first, sums),
      ...(hasSums ? { totals: () => totalsOf(sheetColumns, sums, words) } : {}),
    },
  ])
  const estimate = estimatedBytes(sheetColumns, first, ids.length)
  return { name: `${name}.xlsx`, type: xlsxType, body, estimatedBytes: estimate }
}

/** Exports a list of the plant; who exported which rows is audited. */
export async function exportAudited<Row, Key extends string>(
  { reads, tx }: Pick<Database, 'reads' | 'tx'>,
  exported: Exported<Row, Key>,
  what: { readonly action: string; readonly subjectKind: string; readonly filter: object | undefined },
): Promise<FileReply> {
  const file = await exportFile(reads, exported)
  const { action, subjectKind, filter } = what
  const after = { rows: exported.ids.length, ...(filter === undefined ? {} : { filter }) }
  await tx((write) =>
    recordAudit(write, exported.actor, { action, subjectKind, subjectId: '', subjectName: '', after }),
  )
  return file
}

async function* portions<Row>(written: Written<Row>, first: readonly SheetRow[], sums: Sums) {
  yield first
  for (let from = portion; from < written.ids.length; from += portion) yield rowsOf(written, from, sums)
}

type Sums = (number | null)[]

/** The totals, with the label `words.sum` in the first column if that is text. */
function totalsOf(columns: readonly SheetColumn[], sums: Sums, words: Written<never>['words']): SheetRow {
  const label = columns[0]?.kind === 'text' ? (words['sum'] ?? null) : null
  return sums.map((sum, at) => (at === 0 ? (sum ?? label) : sum))
}

async function rowsOf<Row>(written: Written<Row>, from: number, sums: Sums): Promise<readonly SheetRow[]> {
  const { words, columns, ids, read } = written
  const word: Word = (list, value) => words[`${list}.${value}`] ?? value
  const rows = await read(ids.slice(from, from + portion))
  return rows.map((row) => {
    const cells = columns.map(({ value }) => value(row, word))
    for (const [at, sum] of sums.entries()) {
      const cell = cells[at]
      // Adds thousandths as integers: a hundred thousand additions of fractions would show rounding errors.
      if (sum !== null && typeof cell === 'number') sums[at] = Math.round((sum + cell) * 1e6) / 1e6
    }
    return cells
  })
}

/** Width in characters; a Chinese character counts as two. */
const wide = (text: string): number =>
  [...text.matchAll(/./gu)].reduce((sum, [sign]) => sum + (sign > '\u2e7f' ? 2 : 1), 0)

async function timeZoneOf(reads: Reads, plantId: number): Promise<string> {
  const [plant] = await readRows(
    reads,
    sql<{ time_zone: string }>`select time_zone from plants where id = ${plantId}`,
  )
  return plant?.time_zone ?? 'UTC'
}
