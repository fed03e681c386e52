import { readHeader } from './column-labels.ts'
import type { Cell, FindingCode } from './import.types.ts'

const HEADER_LINES = 60
const LEAST_COLUMNS = 3

interface Segment {
  readonly start: number
  readonly end: number
}

const isRule = (line: string): boolean => /^[\s\-=_*+|]*$/.test(line)

/** Chinese letters are two columns wide where a program counted columns. */
const widened = (line: string): string =>
  line
    .replace(/\t/g, '        ')
    .replace(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g, '$&\0')

const knownWords = (cells: readonly string[]): number =>
  new Set(cells.flatMap((cell) => readHeader(cell, '').word ?? [])).size

/** The line with the most column names separated by blanks. */
const headerAt = (lines: readonly string[]): number => {
  let best = -1
  let most = LEAST_COLUMNS - 1
  for (const [at, line] of lines.slice(0, HEADER_LINES).entries()) {
    const known = knownWords(
      line
        .replaceAll('\0', '')
        .trim()
        .split(/\s{2,}|\s(?=\S)/),
    )
    const cells = line.trim().split(/\s+/).length
    if (known > most && cells >= LEAST_COLUMNS) {
      best = at
      most = known
    }
  }
  return best
}

/** Lines below the header that share its columns: not rules, and not the head of each further page. */
const bodyOf = (lines: readonly string[], header: number): Map<number, string> => {
  // Page numbers and times differ from page to page.
  const bare = (line: string): string => line.replace(/\d+/g, '').trim()
  const heads = new Set(lines.slice(0, header + 1).map(bare))
  const body = [...lines.entries()].filter(
    ([at, line]) => at > header && !isRule(line) && !heads.has(bare(line)),
  )
  return new Map(body)
}

/** How many lines fill each place. */
const fillOf = (lines: readonly string[], width: number): number[] =>
  Array.from({ length: width }, (_, at) => lines.filter((line) => (line[at] ?? ' ') !== ' ').length)

/** Column ranges filled by lines of the body or the header. Between them only few lines, such as notes or totals, have a character. */
const segmentsOf = (body: readonly string[], header: string): Segment[] => {
  const lines = body.filter((line) => /\d/.test(line))
  const width = Math.max(header.length, ...lines.map((line) => line.length))
  const segments: Segment[] = []
  let start = -1
  for (const [at, count] of [...fillOf(lines, width), 0].entries()) {
    const isFilled = count > lines.length / 50 || (header[at] ?? ' ') !== ' '
    if (isFilled && start < 0) start = at
    if (isFilled || start < 0) continue
    segments.push({ start, end: at })
    start = -1
  }
  return segments
}

/** A range without a column name belongs to its neighbour: blanks within the values of a column split them. */
const merged = (segments: readonly Segment[], header: string): Segment[] => {
  const named: Segment[] = []
  for (const segment of segments) {
    const last = named.at(-1)
    const hasName = header.slice(segment.start, segment.end).trim() !== ''
    if (!hasName && last !== undefined) named[named.length - 1] = { start: last.start, end: segment.end }
    else named.push(segment)
  }
  return named
}

/**
 * Cells of a report with columns aligned under their headers, as written by the report templates of Tekla (.xsr); `null` when no header splits the
 * text into known columns. Lines keep their numbers.
 */
const readFixedWidth = (lines: readonly string[]): Cell[][] | null => {
  const wide = lines.map((line) => widened(line.trimEnd()))
  const at = headerAt(wide)
  const header = wide[at]
  if (header === undefined) return null
  const body = bodyOf(wide, at)
  const columns = merged(segmentsOf([...body.values()], header), header)
  const cellsOf = (line: string): Cell[] =>
    columns.map(({ start }, index) => {
      const end = columns[index + 1]?.start ?? line.length
      return (
        line
          .slice(index === 0 ? 0 : start, end)
          .replaceAll('\0', '')
          .trim() || null
      )
    })
  const rows = wide.map((line, row) => (row === at || body.has(row) ? cellsOf(line) : []))
  const names = (rows[at] ?? []).map((cell) => String(cell ?? ''))
  return knownWords(names) >= LEAST_COLUMNS ? rows : null
}

export const tableLimits = { rows: 120_000, columns: 200 } as const

export interface Table {
  /** Row 0 is line 1 of the file; rows may be shorter than others. */
  readonly rows: readonly (readonly Cell[])[]
  readonly sheet?: string
  /** Sheets of the workbook that were not read. */
  readonly otherSheets: readonly string[]
  /** The limit that the table passes; nothing of it was read then. */
  readonly refused?: Extract<
    FindingCode,
    'list.too_many_rows' | 'list.too_many_columns' | 'file.damaged' | 'file.encrypted'
  >
}

const fail = (refused: NonNullable<Table['refused']>): Table => ({ rows: [], otherSheets: [], refused })

const width = (row: readonly Cell[]): number => row.findLastIndex((cell) => cell !== null) + 1

const limited = (table: Table): Table => {
  const last = table.rows.findLastIndex((row) => width(row) > 0)
  const rows = table.rows.slice(0, last + 1)
  if (rows.length > tableLimits.rows) return fail('list.too_many_rows')
  if (rows.some((row) => width(row) > tableLimits.columns)) return fail('list.too_many_columns')
  return { ...table, rows }
}

interface SheetCell {
  readonly t: string
  readonly v?: unknown
  readonly w?: string
}

const toCell = (cell: SheetCell | undefined): Cell => {
  if (cell === undefined || cell.t === 'z') return null
  if (cell.t === 'e') return cell.w ?? '#ERROR!'
  if (typeof cell.v === 'number') return cell.v
  if (typeof cell.v === 'boolean') return cell.v ? 'TRUE' : 'FALSE'
  return typeof cell.v === 'string' ? cell.v.trim() || null : null
}

const bottomRow = (ref: string | undefined): number => Number(/(\d+)$/.exec(ref ?? '')?.[1] ?? 0)

/**
 * First sheet of a workbook, .xlsx or binary .xls. The bytes must have passed the guard.
 * The library is loaded when it is needed, since most starts of the server never read a workbook.
 */
export const readWorkbook = async (bytes: Uint8Array): Promise<Table> => {
  const { read } = await import('@e965/xlsx')
  try {
    const options = { type: 'buffer', dense: true, sheets: 0, sheetRows: tableLimits.rows + 1 } as const
    const book = read(bytes, {
      ...options,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellDates: false,
      bookVBA: false,
    })
    const [name = '', ...otherSheets] = book.SheetNames
    const sheet = book.Sheets[name]
    if (sheet === undefined) return fail('file.damaged')
    if (bottomRow(sheet['!fullref']) > tableLimits.rows * 20) return fail('list.too_many_rows')
    const data: readonly (readonly (SheetCell | undefined)[] | undefined)[] = sheet['!data'] ?? []
    const rows = Array.from(data, (row) => Array.from(row ?? [], toCell))
    return limited({ rows, sheet: name, otherSheets })
  } catch (error) {
    return fail(/password|encrypt/i.test(String(error)) ? 'file.encrypted' : 'file.damaged')
  }
}

const DELIMITERS = ['\t', ';', ',', '|'] as const
const SNIFFED_LINES = 40

/** How many of the first lines a sign divides, and into how many cells: a header and its rows divide alike. */
const dividing = (lines: readonly string[], sign: string): number => {
  const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length - 1)
  const most = Math.max(0, ...counts)
  const alike = counts.filter((count) => count > 0 && count >= most / 2).length
  return most === 0 ? 0 : alike * Math.min(most, 5)
}

/** The delimiter of a text table; `null` when no sign divides it. TAB wins, since commas stand inside its cells. */
const sniffDelimiter = (text: string): string | null => {
  const lines = text.split(/\r\n|\n|\r/, SNIFFED_LINES).filter((line) => line.trim() !== '')
  const scores = DELIMITERS.map((sign) => ({ sign, score: dividing(lines, sign) }))
  const [tab] = scores
  if (tab !== undefined && tab.score >= Math.max(2, lines.length / 3)) return tab.sign
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > 0 ? best.sign : null
}

/** The next cell from `at`: its text, and where it ends. A quote left open ends with its line. */
const nextField = (line: string, at: number, delimiter: string): { field: string; end: number } => {
  const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at))
  if (quoted !== null) {
    const end = at + quoted[0].length
    if (end >= line.length || line.startsWith(delimiter, end)) {
      return { field: (quoted[1] ?? '').replaceAll('""', '"'), end }
    }
  }
  const end = line.indexOf(delimiter, at)
  return { field: line.slice(at, end === -1 ? line.length : end), end: end === -1 ? line.length : end }
}

const splitLine = (line: string, delimiter: string): Cell[] => {
  const cells: Cell[] = []
  if (!line.includes('"')) {
    for (const field of line.split(delimiter)) cells.push(field.trim() || null)
    return cells
  }
  let at = 0
  while (at <= line.length) {
    const { field, end } = nextField(line, at, delimiter)
    cells.push(field.trim() || null)
    at = end + delimiter.length
  }
  return cells
}

/**
 * Lines of a table; a quoted cell may hold line ends. A quote that stands for inches never closes, so it may not
 * swallow more than a few lines.
 */
const tableLines = (text: string): string[] => {
  const raw = text.split(/\r\n|\n|\r/)
  const lines: string[] = []
  while (lines.length < raw.length) {
    const line = raw[lines.length] ?? ''
    const joined = opensQuote(line) ? closeQuote(raw, lines.length) : null
    lines.push(joined?.line ?? line)
    // Rows keep the numbers that an editor shows.
    if (joined !== null) lines.push(...Array<string>(joined.count - 1).fill(''))
  }
  return lines
}

const opensQuote = (line: string): boolean =>
  line.includes('"') && /(?:^|[\t;,|])\s*"[^"]*$/.test(line) && (line.split('"').length - 1) % 2 === 1

const closeQuote = (raw: readonly string[], from: number): { line: string; count: number } | null => {
  let line = raw[from] ?? ''
  for (let count = 2; count <= 10 && from + count <= raw.length; count++) {
    line += `\n${raw[from + count - 1] ?? ''}`
    if ((line.split('"').length - 1) % 2 === 0) return { line, count }
  }
  return null
}

/** A line whose cells the sign parts into known column names: its commas are no decimal ones. */
const namesColumns = (text: string, sign: string): boolean =>
  text
    .split(/\r\n|\n|\r/, SNIFFED_LINES)
    .some(
      (line) =>
        splitLine(line, sign).filter((cell) => readHeader(String(cell ?? ''), '').word !== null).length > 2,
    )

/** Table of a text with TAB, semicolon, comma or bar between its cells; one column when nothing divides it. */
export const readTextTable = (text: string): Table => {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  const sniffed = declared?.[1] ?? sniffDelimiter(text)
  const isFixed = sniffed === null || (sniffed === ',' && !namesColumns(text, sniffed))
  const fixed = isFixed ? readFixedWidth(text.split(/\r\n|\n|\r/)) : null
  if (fixed !== null) return limited({ rows: fixed, otherSheets: [] })
  const delimiter = sniffed ?? '\t'
  const lines = tableLines(text)
  if (declared !== null) lines[0] = ''
  if (lines.length > tableLimits.rows * 4) return fail('list.too_many_rows')
  return limited({ rows: lines.map((line) => splitLine(line, delimiter)), otherSheets: [] })
}
