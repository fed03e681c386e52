import { deflateRawSync } from 'node:zlib'
import { type CellKind, type CellValue, cellXml, columnName, localTimeIn, xmlText } from './cells.ts'
import { packing } from './zip.ts'

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
export function sheetName(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
  const wanted = plain.slice(0, 31).toWellFormed() || 'Sheet'
  for (let number = 2, free = wanted; ; number += 1) {
    if (!taken.has(free.toLowerCase())) return xmlText(free)
    free = `${wanted.slice(0, 26).toWellFormed()} (${number})`
  }
}
