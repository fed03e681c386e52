import { createHash } from 'node:crypto'
import type { Cell, ColumnMeaning, Finding, ListColumn, Mapping, FindingCode } from './import.types.ts'
import { readHeader, type Word } from './column-labels.ts'

const CELL_LETTERS = 60
const CELLS = 60
const LINE_LETTERS = 200
const LINES = 20

const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).trim()

/** Name of a row of headers: the same words in the same places have the same. */
export const headerSignature = (cells: readonly Cell[]): string => {
  const words = cells.map(cellText)
  while (words.at(-1) === '') words.pop()
  return createHash('sha256').update(words.join('\u001f').toLowerCase()).digest('hex').slice(0, 32)
}

/** Rows as a person sees them, cut to what fits on a screen. */
export const sampleRows = (rows: readonly (readonly Cell[])[], most: number): string[][] =>
  rows
    .slice(0, most)
    .map((cells) => cells.slice(0, CELLS).map((cell) => cellText(cell).slice(0, CELL_LETTERS)))

export const sampleLines = (text: string): string[] =>
  text.split(/\r\n|\n|\r/, LINES).map((line) => line.slice(0, LINE_LETTERS))

export const HEADER_ROWS = 40

export interface ListHeader {
  /** Index of the first row below the header, from 0. */
  readonly firstRow: number
  readonly columns: readonly ListColumn[]
  readonly indexOf: ReadonlyMap<ColumnMeaning, number>
  /** Header text as written, by meaning. */
  readonly textOf: ReadonlyMap<ColumnMeaning, string>
  /** What a figure of the column is multiplied with to be kg, mm or m². */
  readonly factorOf: ReadonlyMap<ColumnMeaning, number>
  /** Columns whose header names the unit. */
  readonly withUnit: ReadonlySet<ColumnMeaning>
  /** Somebody's explanation that was used. */
  readonly mapping?: Mapping
}

interface Candidate {
  readonly row: number
  readonly headers: readonly {
    header: string
    word: Word | null
    factor: number
    hasUnit: boolean
    index: number
  }[]
  readonly score: number
}

const text = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell.trim() : '')

/** A group covers the empty cells to its right; a title line that fills a row is none. */
const spread = (cells: readonly Cell[], width: number): string[] => {
  const spreadCells: string[] = []
  let last = ''
  for (let index = 0; index < width; index++) {
    last = text(cells[index]) || last
    spreadCells.push(last)
  }
  return spreadCells
}

const candidateOf = (rows: readonly (readonly Cell[])[], row: number, grouped: boolean): Candidate => {
  const cells = rows[row] ?? []
  const above = grouped ? (rows[row - 1] ?? []) : []
  const groups = spread(above, Math.max(cells.length, above.length))
  const headers = Array.from({ length: Math.max(cells.length, above.length) }, (_, index) => {
    const own = text(cells[index])
    // A header cell merged over both lines has its text in the upper one.
    const header = own || text(above[index])
    const { word, factor, hasUnit } = readHeader(header, own === '' ? '' : (groups[index] ?? ''))
    return { header, word: header === '' ? null : word, factor, hasUnit, index }
  })
  const score = new Set(headers.flatMap(({ word }) => (word === null || word === 'ignored' ? [] : [word])))
    .size
  return { row, headers, score }
}

const bestHeader = (rows: readonly (readonly Cell[])[]): Candidate | null => {
  let best: Candidate | null = null
  for (let row = 0; row < Math.min(rows.length, HEADER_ROWS); row++) {
    const candidates = row === 0 ? [false] : [false, true]
    for (const grouped of candidates) {
      const candidate = candidateOf(rows, row, grouped)
      if (candidate.score > (best?.score ?? 2)) best = candidate
    }
  }
  return best
}

type MappedColumn = {
  header: string
  meaning: ColumnMeaning
  index: number
  factor: number
  hasUnit: boolean
}

const pairs: Partial<Record<Word, readonly [ColumnMeaning, ColumnMeaning]>> = {
  unitWeight: ['unitNet', 'unitGross'],
  totalWeight: ['totalNet', 'totalGross'],
}

const sure: ReadonlySet<Word> = new Set<Word>(['unit', 'total', 'ignored'])

/**
 * 单重 总重 单重 总重 is the net pair and then the gross pair; alone, or beside 净重, 单重 is the gross weight. 净重 alone
 * is the weight of one piece.
 */
const weightMeaning = (word: Word, used: ReadonlySet<Word>, nth: number, count: number): ColumnMeaning => {
  if (word === 'unitNetOrTotal') return used.has('unitNet') ? 'totalNet' : 'unitNet'
  if (word === 'unitGrossOrTotal') return used.has('unitGross') ? 'totalGross' : 'unitGross'
  const [net, gross] = pairs[word] ?? ['unitNet', 'unitGross']
  if (count === 1) return used.has(gross) ? net : gross
  return nth === 0 ? net : gross
}

/** What a second column of the same name means. */
const second: Partial<Record<Word, ColumnMeaning>> = {
  length: 'markLength',
  width: 'markWidth',
  height: 'markHeight',
  unitArea: 'totalArea',
}

const isMeaning = (word: Word): word is ColumnMeaning => !sure.has(word) && !/Weight$|OrTotal$/.test(word)

const place = (headers: Candidate['headers']): MappedColumn[] => {
  const words = new Set(headers.flatMap(({ word }) => (word === null ? [] : [word])))
  const counts = Map.groupBy(headers, ({ word }) => word)
  const occurrences = new Map<Word, number>()
  return headers.flatMap(({ header, word, factor, hasUnit, index }) => {
    if (word === null || sure.has(word)) return []
    const nth = occurrences.get(word) ?? 0
    occurrences.set(word, nth + 1)
    if (!isMeaning(word)) {
      const meaning = weightMeaning(word, words, nth, counts.get(word)?.length ?? 1)
      return [{ header, meaning: nth > 1 ? 'unitNet' : meaning, index, factor, hasUnit }]
    }
    // The second 长度(mm) is the one of the whole assembly.
    const meaning = nth === 1 ? (second[word] ?? word) : word
    return [{ header, meaning, index, factor, hasUnit }]
  })
}

/** A list for cutting has the length to cut; one for assembling has the length. */
const withLength = (columns: readonly MappedColumn[]): MappedColumn[] => {
  const hasLength = columns.some(({ meaning }) => meaning === 'length')
  return columns.flatMap((column) => {
    if (column.meaning !== 'cutLength') return [column]
    return hasLength ? [] : [{ ...column, meaning: 'length' as const }]
  })
}

type Report = (finding: Omit<Finding, 'file'>) => void

const withoutDuplicates = (columns: readonly MappedColumn[], row: number, report: Report): MappedColumn[] => {
  const first = new Map<ColumnMeaning, MappedColumn>()
  for (const column of columns) {
    const other = first.get(column.meaning)
    if (other === undefined) first.set(column.meaning, column)
    else {
      report({
        level: 'error',
        code: 'list.duplicate_column',
        row,
        column: column.header,
        params: { first: other.index + 1, second: column.index + 1 },
      })
    }
  }
  return [...first.values()]
}

/** What a list cannot do without: a number, a count, and either a weight or what one is computed from. */
const missing = (has: ReadonlySet<ColumnMeaning>): FindingCode[] => {
  const any = (...meanings: ColumnMeaning[]): boolean => meanings.some((meaning) => has.has(meaning))
  const weighed = any('unitNet', 'unitGross', 'totalNet', 'totalGross')
  const lacking: (FindingCode | false)[] = [
    !any('mark', 'part') && 'list.no_mark_column',
    !any('quantity', 'markQuantity', 'totalQuantity') && 'list.no_quantity_column',
    !weighed && !any('profile') && 'list.no_profile_column',
    !weighed && !any('length') && 'list.no_length_column',
  ]
  return lacking.filter((code) => code !== false)
}

const readHeaders = (headers: Candidate['headers']): string =>
  headers
    .map(({ header }) => header)
    .filter((header) => header !== '')
    .join(', ')
    .slice(0, 300)

const headerOf = (firstRow: number, columns: readonly MappedColumn[]): ListHeader => ({
  firstRow,
  columns: columns.map(({ header, meaning, index }) => ({ header, meaning, index })),
  indexOf: new Map(columns.map(({ meaning, index }) => [meaning, index])),
  textOf: new Map(columns.map(({ meaning, header }) => [meaning, header])),
  factorOf: new Map(columns.map(({ meaning, factor }) => [meaning, factor])),
  withUnit: new Set(columns.flatMap(({ meaning, hasUnit }) => (hasUnit ? [meaning] : []))),
})

/** The first row whose headers somebody has explained. */
const explained = (
  rows: readonly (readonly Cell[])[],
  mappings: readonly Mapping[],
): { row: number; mapping: Mapping } | null => {
  for (let row = 0; row < Math.min(rows.length, HEADER_ROWS); row++) {
    const signature = headerSignature(rows[row] ?? [])
    const mapping = mappings.find((known) => known.signature === signature)
    if (mapping !== undefined) return { row, mapping }
  }
  return null
}

/**
 * Finds the header of a list, one line or two, and what each column means.
 * @param mappings headers that a person has explained: these are believed before any word of the dictionary
 * @returns `null` when there is none, or when a needed column is missing; `report` then got the reason
 */
export const findHeader = (
  rows: readonly (readonly Cell[])[],
  report: Report,
  mappings: readonly Mapping[] = [],
): ListHeader | null => {
  const known = explained(rows, mappings)
  const best = known === null ? bestHeader(rows) : candidateOf(rows, known.row, false)
  if (best === null) {
    report({ level: 'error', code: 'list.no_header' })
    return null
  }
  const row = best.row + 1
  const meant = known === null ? place(best.headers) : placeBy(known.mapping, best.headers)
  const columns = withoutDuplicates(withLength(meant), row, report)
  const lacking = missing(new Set(columns.map(({ meaning }) => meaning)))
  const params = { seen: readHeaders(best.headers) }
  for (const code of lacking) report({ level: 'error', code, row, params })
  if (lacking.length > 0) return null
  const header = headerOf(best.row + 1, columns)
  return known === null ? header : { ...header, mapping: known.mapping }
}

/** Meanings as a person gave them; the unit still stands in the header. */
const placeBy = (mapping: Mapping, headers: Candidate['headers']): MappedColumn[] =>
  headers.flatMap(({ header, factor, hasUnit, index }) => {
    const meaning = mapping.columns[String(index)] ?? null
    return meaning === null ? [] : [{ header, meaning, index, factor, hasUnit }]
  })

/** Row of the header and its columns as far as they are understood, for a person to mend; from 0. */
export const guessHeader = (
  rows: readonly (readonly Cell[])[],
): { row: number; columns: { index: number; header: string; meaning: ColumnMeaning | null }[] } | null => {
  const best = bestHeader(rows) ?? likelyHeader(rows)
  if (best === null) return null
  const meanings = new Map(withLength(place(best.headers)).map(({ index, meaning }) => [index, meaning]))
  return {
    row: best.row,
    columns: best.headers
      .filter(({ header, index }) => header !== '' || rows.some((cells) => (cells[index] ?? null) !== null))
      .map(({ header, index }) => ({ index, header, meaning: meanings.get(index) ?? null })),
  }
}

/** The first of the rows with the most words: a header in a language that nobody has taught us. */
const likelyHeader = (rows: readonly (readonly Cell[])[]): Candidate | null => {
  const words = rows
    .slice(0, HEADER_ROWS)
    .map((cells) => cells.filter((cell) => /\p{L}/u.test(text(cell))).length)
  const most = Math.max(0, ...words)
  return most < 2 ? null : candidateOf(rows, words.indexOf(most), false)
}

/** All columns of a list that have a header or any value below it. */
export const columnsOf = (
  rows: readonly (readonly Cell[])[],
  headerRow: number,
): { index: number; header: string }[] =>
  candidateOf(rows, headerRow - 1, headerRow > 1)
    .headers.filter(
      ({ header, index }) => header !== '' || rows.some((cells) => (cells[index] ?? null) !== null),
    )
    .map(({ index, header }) => ({ index, header }))
