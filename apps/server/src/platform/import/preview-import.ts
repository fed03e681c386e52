import type {
  ImportError,
  ImportPreview,
  ImportRow,
} from '@cloud-factory/contract/record-import/import-endpoints'
import type { z } from 'zod'
import { DomainError } from '../http/domain-error.ts'
import { wrongPlaces } from '../http/problems.ts'
import type { Cell } from '../table/read-table.ts'
import { cellText, folded, type ImportColumn } from './import-columns.ts'

type Rows = readonly (readonly Cell[])[]
type Values = Readonly<Record<string, unknown>>

/** Rows before the header: a title, an empty line. */
const headerRows = 10

interface Header {
  readonly row: number
  /** Recognized columns with their places in the rows. */
  readonly columns: readonly { readonly at: number; readonly title: string; readonly column: ImportColumn }[]
  readonly ignored: readonly string[]
}

/** The first row with the most known titles; null: no row has one. */
function headerOf(columns: readonly ImportColumn[], rows: Rows): Header | null {
  const headers = rows.slice(0, headerRows).map((row, at) => headerAt(columns, row, at))
  const most = Math.max(0, ...headers.map((header) => header.columns.length))
  return most === 0 ? null : (headers.find((header) => header.columns.length === most) ?? null)
}

function headerAt(columns: readonly ImportColumn[], row: readonly Cell[], line: number): Header {
  const free = new Set(columns)
  const found: Header['columns'][number][] = []
  const ignored: string[] = []
  for (const [at, cell] of row.entries()) {
    const title = cellText(cell)
    const column = [...free].find(({ key, titles }) =>
      [key, ...Object.values(titles)].some((name) => folded(String(name)) === folded(title)),
    )
    if (column === undefined) {
      if (title !== '') ignored.push(title)
      continue
    }
    free.delete(column)
    found.push({ at, title, column })
  }
  return { row: line, columns: found, ignored }
}

interface Checked {
  readonly columns: readonly ImportColumn[]
  /** Schema of the request that adds one record. */
  readonly schema: z.ZodType
  /** The field by which a record is known. */
  readonly unique: string
  /** Equal for values that the database takes for the same. */
  readonly keyOf: (value: string) => string
  /** Which of these keys have a record. */
  readonly existing: (keys: readonly string[]) => Promise<ReadonlySet<string>>
  /** Fails when a rule forbids the record. */
  readonly check: (record: Values) => Promise<void>
}

/** What an import of these rows would do. */
export async function previewImport(checked: Checked, rows: Rows): Promise<ImportPreview> {
  const header = headerOf(checked.columns, rows)
  const known = new Set(header?.columns.map(({ column }) => column))
  const missing = checked.columns.filter((column) => column.isRequired && !known.has(column))
  const base = {
    columns: header?.columns.map(({ title, column }) => ({ field: column.key, title })) ?? [],
    ignored: [...(header?.ignored ?? [])],
    missing: missing.map(({ key }) => key),
  }
  if (header === null || missing.length > 0) return { ...base, rows: [] }
  const read = rows
    .map((row, at) => ({ line: at + 1, row }))
    .filter(({ line, row }) => line > header.row + 1 && row.some((cell) => cell !== null))
    .map(({ line, row }) => readRow(checked, header, line, row))
  const linesOf = linesByKey(read)
  const existing = await checked.existing([...linesOf.keys()])
  const judged: ImportRow[] = []
  for (const one of read) judged.push(await judge(checked, one, linesOf, existing))
  return { ...base, rows: judged }
}

interface Read {
  readonly line: number
  readonly cells: string[]
  /** Null: the schema rejects it. */
  readonly record: Values | null
  readonly errors: readonly ImportError[]
  readonly key: string
}

function readRow(checked: Checked, header: Header, line: number, row: readonly Cell[]): Read {
  const { columns, schema, unique, keyOf } = checked
  const places = new Map(header.columns.map(({ column, at }) => [column, at]))
  const values = Object.fromEntries(
    columns.map((column) => {
      const cell = row[places.get(column) ?? -1] ?? null
      return [column.key, cell === null ? column.empty : column.read(cell)]
    }),
  )
  const parsed = schema.safeParse(values, { reportInput: true })
  const key = parsed.success ? (parsed.data as Values)[unique] : values[unique]
  return {
    line,
    cells: header.columns.map(({ at }) => cellText(row[at])),
    record: parsed.success ? (parsed.data as Values) : null,
    errors: parsed.success ? [] : errorsOf(columns, parsed.error),
    key: typeof key === 'string' ? keyOf(key.trim()) : '',
  }
}

function errorsOf(columns: readonly ImportColumn[], error: z.ZodError): ImportError[] {
  const found = wrongPlaces(error).map(({ path: [field = null], reason, limit }) => {
    const isReference = columns.some(({ key, isReference: is }) => key === field && is)
    return {
      field,
      reason: isReference && reason !== 'missing' ? 'invalid_value' : reason,
      ...(limit !== undefined && { limit }),
    }
  })
  // A choice of several has an error for each wrong one.
  return found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at)
}

/** The lines of each key; two lines with the same key are both wrong, because nobody can tell which one is right. */
function linesByKey(read: readonly Read[]): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>()
  for (const { key, line } of read) {
    if (key !== '') lines.set(key, [...(lines.get(key) ?? []), line])
  }
  return lines
}

async function judge(
  { unique, check }: Checked,
  { line, cells, record, errors, key }: Read,
  linesOf: ReadonlyMap<string, readonly number[]>,
  existing: ReadonlySet<string>,
): Promise<ImportRow> {
  const others = (linesOf.get(key) ?? []).filter((other) => other !== line)
  const repeated: ImportError[] =
    others.length === 0
      ? []
      : [{ field: unique, reason: 'import.repeated', words: { lines: others.join(', ') } }]
  const broken = record === null || existing.has(key) ? [] : await brokenRules(() => check(record))
  const all = [...errors, ...repeated, ...broken]
  if (all.length > 0 || record === null) return { line, cells, state: 'faulty', errors: all, record: null }
  if (existing.has(key)) return { line, cells, state: 'exists', errors: [], record: null }
  return { line, cells, state: 'new', errors: [], record: { ...record } }
}

/** The rules that a record breaks, as errors of its row. */
async function brokenRules(check: () => Promise<void>): Promise<ImportError[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { errors, params } = error.facts
    if (errors !== undefined)
      return errors.map(({ path, ...why }) => ({ ...why, field: path.replace(/^body\./, '') }))
    const reason = params?.['reason']
    const field = params?.['field']
    return [
      {
        field: typeof reason === 'string' && typeof field === 'string' ? field : null,
        reason: typeof reason === 'string' ? reason : error.code,
        ...(params !== undefined && { words: { ...params } }),
      },
    ]
  }
}
