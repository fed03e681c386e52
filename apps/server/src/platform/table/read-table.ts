/** A cell as read: numbers stay numbers, everything else is trimmed text; `null` is empty. */
export type Cell = string | number | null

export const tableLimits = { rows: 120_000, columns: 200 } as const

export interface Table {
  /** Row 0 is line 1 of the file; rows may be shorter than others. */
  readonly rows: readonly (readonly Cell[])[]
  readonly sheet?: string
  /** Sheets of the workbook that were not read. */
  readonly otherSheets: readonly string[]
  /** The limit that the table passes; nothing of it was read then. */
  readonly refused?: 'list.too_many_rows' | 'list.too_many_columns' | 'file.damaged' | 'file.encrypted'
}

const fail = (refused: NonNullable<Table['refused']>): Table => ({ rows: [], otherSheets: [], refused })

const width = (row: readonly Cell[]): number => row.findLastIndex((cell) => cell !== null) + 1

export const limitedTable = (table: Table): Table => {
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
    return limitedTable({ rows, sheet: name, otherSheets })
  } catch (error) {
    return fail(/password|encrypt/i.test(String(error)) ? 'file.encrypted' : 'file.damaged')
  }
}

const DELIMITERS = ['\t', ';', ',', '|'] as const
export const SNIFFED_LINES = 40

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

export const splitLine = (line: string, delimiter: string): Cell[] => {
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

/** The delimiter of a text table: declared in its first line, or guessed; `null` when nothing divides its cells. */
export const delimiterOf = (text: string): { sign: string | null; isDeclared: boolean } => {
  const declared = declaration.exec(text)?.[1]
  return { sign: declared ?? sniffDelimiter(text), isDeclared: declared !== undefined }
}

const declaration = /^sep=(.)\r?\n/i

/** Table of a text with TAB, semicolon, comma or bar between its cells; one column when nothing divides it. */
export const readDelimited = (text: string): Table => {
  const { sign, isDeclared } = delimiterOf(text)
  const lines = tableLines(text)
  if (isDeclared) lines[0] = ''
  if (lines.length > tableLimits.rows * 4) return fail('list.too_many_rows')
  return limitedTable({ rows: lines.map((line) => splitLine(line, sign ?? '\t')), otherSheets: [] })
}
