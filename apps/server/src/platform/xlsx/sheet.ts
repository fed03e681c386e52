import { deflateRawSync } from 'node:zlib'
import { packing } from './zip.ts'

/** Type of a column; decides its format in the spreadsheet. */
export type CellKind = 'text' | 'integer' | 'number' | 'kg' | 'tonnes' | 'percent' | 'day' | 'instant'

/**
 * `day` takes `YYYY-MM-DD`, `instant` a Date, `percent` a share (1 = 100 %), `text` a text, the others a number; null
 * is an empty cell.
 */
export type CellValue = string | number | Date | null

/** Indexes into the cell formats of `styles.xml`. */
const styleOf: Readonly<Record<CellKind | 'head' | 'quoted', number>> = {
  text: 0,
  head: 1,
  quoted: 2,
  integer: 3,
  number: 4,
  kg: 5,
  tonnes: 6,
  percent: 7,
  day: 8,
  instant: 9,
}
/** Offset of the same formats in bold, for a row of totals. */
export const boldFrom = 10

/** Maximum length of a cell's text (ECMA-376 part 1, 18.18.93 as spreadsheets implement it). */
const longestText = 32_767

/** The name of a column, from 0: `A`, `Z`, `AA`. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

/** One cell as XML; an empty string for an empty cell. Text is inline text, so it is never a formula. */
function cellXml(
  ref: string,
  kind: CellKind | 'head',
  value: CellValue,
  bold: boolean,
  localTime: (at: Date) => number,
): string {
  if (value === null || value === '') return ''
  const number = numberOf(kind, value, localTime)
  const extra = bold ? boldFrom : 0
  if (number !== null) return `<c r="${ref}" s="${styleOf[kind] + extra}"><v>${number}</v></c>`
  const text = String(value)
  const style = kind === 'head' ? styleOf.head : (looksLikeFormula.test(text) ? styleOf.quoted : 0) + extra
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`
}

/** Such text is marked as quoted: it stays text when somebody edits the cell or saves the sheet again. */
const looksLikeFormula = /^\s*[=+\-@＝＋－＠\t\r]/

function numberOf(kind: CellKind | 'head', value: CellValue, localTime: (at: Date) => number): number | null {
  if (value instanceof Date) return localTime(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return kind === 'day' && value !== null ? serialDay(value) : null
}

/** Days since 30 December 1899; null for days before March 1900, which spreadsheets count wrongly. */
function serialDay(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) || at < Date.UTC(1900, 2, 1) ? null : at / 86_400_000 + 25_569
}

/** Spreadsheets have no time zones: converts to local time in this zone, as days since 30 December 1899. */
export function localTimeIn(timeZone: string): (at: Date) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  // Offsets change only at full quarter hours, and most rows of a list share one.
  const offsets = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at.getTime() / 900_000)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = offsetMs(format, at)
      if (offsets.size < 20_000) offsets.set(quarter, offset)
    }
    return Math.round((at.getTime() + offset) / 1000) / 86_400 + 25_569
  }
}

function offsetMs(format: Intl.DateTimeFormat, at: Date): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? []
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return sign === '-' ? -ms : ms
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that XML can contain: no control characters, and no `_x0041_`, which a spreadsheet would read as a letter. */
export function xmlText(text: string): string {
  return (
    text
      .slice(0, longestText)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[&<>"]/g, (found) => entities[found] ?? found)
  )
}

export interface SheetColumn {
  readonly title: string
  readonly kind: CellKind
  /** In characters of the default font. */
  readonly width: number
}

export interface Sheet {
  /** Name on the sheet's tab, cut to 31 characters. */
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Rows in chunks; the next chunk is requested when the previous one has been consumed. */
  readonly rows: AsyncIterable<readonly SheetRow[]> | Iterable<readonly SheetRow[]>
  /** A bold row of totals, requested when all rows have been written. */
  readonly totals?: () => SheetRow
}

/** One value per column. */
export type SheetRow = readonly CellValue[]

/** A sheet has 1 048 576 rows; the first one is the head. */
export const maxRows = 1_048_575

/** The sheet's XML, chunk by chunk. The head stays visible, is repeated in print and filters the rows. */
export async function* sheetXml(sheet: Sheet, localTime: (at: Date) => number): AsyncGenerator<string> {
  const letters = sheet.columns.map((_, at) => columnName(at))
  const last = letters.at(-1) ?? 'A'
  const cols = sheet.columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width + 1}" customWidth="1"/>`,
  )
  const head = sheet.columns.map(({ title }, at) =>
    cellXml(`${letters[at]}1`, 'head', title, false, localTime),
  )
  yield [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    `<sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`,
  ].join('')
  const rowXml = rowWriter(sheet.columns, localTime)
  let at = 1
  for await (const rows of sheet.rows) {
    if (at + rows.length > maxRows) throw new RangeError(`a sheet holds ${maxRows} rows`)
    yield rows.map((row) => rowXml(row, (at += 1), false)).join('')
  }
  const totals = sheet.totals === undefined ? '' : rowXml(sheet.totals(), at + 1, true)
  yield [
    `${totals}</sheetData><autoFilter ref="A1:${last}${at}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>',
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter></worksheet>',
  ].join('')
}

function rowWriter(columns: readonly SheetColumn[], localTime: (at: Date) => number) {
  const letters = columns.map((_, at) => columnName(at))
  return (row: SheetRow, at: number, bold: boolean): string => {
    const cells = columns.map(({ kind }, column) =>
      cellXml(`${letters[column]}${at}`, kind, row[column] ?? null, bold, localTime),
    )
    return `<row r="${at}">${cells.join('')}</row>`
  }
}

/** Estimated length of a file with this many rows like these. */
export function estimatedBytes(
  columns: readonly SheetColumn[],
  sample: readonly SheetRow[],
  total: number,
): number {
  const rowXml = rowWriter(columns, localTimeIn('UTC'))
  const text = sample.map((row, at) => rowXml(row, at + 2, false)).join('')
  const packed = deflateRawSync(text, { level: packing }).length
  return Math.ceil(frameBytes + packed * (sample.length === 0 ? 0 : total / sample.length))
}

/** Size of everything except the rows. */
const frameBytes = 3000

/** A valid tab name, different from the taken ones. */
export function sheetName(name: string, used: ReadonlySet<string>): string {
  const plain = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
  const base = plain.slice(0, 31).toWellFormed() || 'Sheet'
  for (let number = 2, free = base; ; number += 1) {
    if (!used.has(free.toLowerCase())) return xmlText(free)
    free = `${base.slice(0, 26).toWellFormed()} (${number})`
  }
}
