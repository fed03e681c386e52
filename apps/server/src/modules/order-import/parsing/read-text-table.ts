import { readHeader } from './column-labels.ts'
import {
  type Cell,
  delimiterOf,
  limitedTable,
  readDelimited,
  SNIFFED_LINES,
  splitLine,
  type Table,
} from '../../../platform/table/read-table.ts'

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

/** A line whose cells the sign parts into known column names: its commas are no decimal ones. */
const namesColumns = (text: string, sign: string): boolean =>
  text
    .split(/\r\n|\n|\r/, SNIFFED_LINES)
    .some(
      (line) =>
        splitLine(line, sign).filter((cell) => readHeader(String(cell ?? ''), '').word !== null).length > 2,
    )

/** Table of a text with TAB, semicolon, comma or bar between its cells, or with aligned columns. */
export const readTextTable = (text: string): Table => {
  const { sign } = delimiterOf(text)
  const isFixed = sign === null || (sign === ',' && !namesColumns(text, sign))
  const fixed = isFixed ? readFixedWidth(text.split(/\r\n|\n|\r/)) : null
  return fixed === null ? readDelimited(text) : limitedTable({ rows: fixed, otherSheets: [] })
}
