import type { Cell, ColumnMeaning, Finding, FindingLevel, FindingCode } from './import.types.ts'
import type { ListHeader } from './list-columns.ts'

/** What a cell says: a number, nothing, or something that is no number. */
type CellNumber = number | 'empty' | 'bad'

const blanks = new Set(['', '-', '--', '—', '——', '–', '/', '\\', 'n/a', 'na', '无'])

/** `1,234.56`, `1.234,56`, `1 234,5`: which sign is the decimal one follows from where it stands. */
const withoutGroups = (text: string): string => {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma === -1) return /\.\d{3}\.\d{3}$/.test(text) ? text.replaceAll('.', '') : text
  if (point > comma) return text.replaceAll(',', '')
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.')
  const groups = /^[-+]?[1-9]\d{0,2}(,\d{3})+$/.test(text)
  return groups ? text.replaceAll(',', '') : text.replace(',', '.')
}

const unit = /(?:kg|mm|cm|m2|m²|m|t|pcs|pc|ea|uds?|件|根|块|个|支|片|套|只|条|吨|千克|公斤|毫米|米)\.?$/i

/**
 * Number of a cell: full-width digits, thousands separators, a decimal comma and a unit behind are understood. A dash
 * stands for nothing.
 */
export const readNumber = (cell: Cell): CellNumber => {
  if (cell === null) return 'empty'
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : 'bad'
  const text = cell.normalize('NFKC').trim()
  if (blanks.has(text.toLowerCase())) return 'empty'
  const bare = text.replace('−', '-').replace(unit, '').replace(/\s+/g, '')
  const plain = withoutGroups(bare)
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?$/i.test(plain) ? Number(plain) : 'bad'
}

/** Rounds away the noise of adding floating numbers; 6 decimals are a milligram. */
export const clean = (value: number): number => Math.round(value * 1e6) / 1e6

const INCH = 25.4

/** `1/4`, `3 1/4`, `3-1/4`, `2.5`: inches; NaN for anything else. */
export const inchesOf = (text: string): number => {
  const found = /^(?:(\d+(?:\.\d*)?|\.\d+)(?:[- ]+(?=\d+\/))?)?(?:(\d+)\/([1-9]\d*))?$/.exec(text.trim())
  if (found === null || text.trim() === '') return Number.NaN
  const [, whole = '0', over = '0', under = '1'] = found
  return Number(whole) + Number(over) / Number(under)
}

const feetAndInches = (text: string): number | null => {
  const quoted = /^(?:(\d+)\s*'\s*-?\s*)?(?:([^'"]+)")?$/.exec(text)
  if (quoted !== null && /['"]/.test(text)) {
    return Number(quoted[1] ?? 0) * 12 + (quoted[2] === undefined ? 0 : inchesOf(quoted[2]))
  }
  // Feet, inches and either sixteenths or a fraction: 12-06-08 is 12 feet 6 8/16 inches, 2-0-1/4 is 2 feet 0 1/4 inches.
  const [, feet, inches, rest] =
    /^(\d+)-(\d{1,2}(?:\.\d+)?)(?:[- ](\d{1,2}|\d{1,2}\/\d{1,2}))?$/.exec(text) ?? []
  if (feet === undefined || inches === undefined) return null
  const part = rest?.includes('/') ? inchesOf(rest) : Number(rest ?? 0) / 16
  return Number(feet) * 12 + Number(inches) + part
}

/**
 * Length of a KISS detail in mm. Plain figures are millimetres whatever the units of the sizes, unless `unitMm` says otherwise; feet, inches and
 * sixteenths are recognised by how they are written.
 */
export const kissLength = (written: string, unitMm = 1): number | 'empty' | 'bad' => {
  const text = written.trim()
  if (text === '' || text === '-') return 'empty'
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return clean(Number(text) * unitMm)
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)\s*mm$/i.test(text)) return Number(text.replace(/\s*mm$/i, ''))
  const inches = feetAndInches(text)
  return inches === null || Number.isNaN(inches) ? 'bad' : clean(inches * INCH)
}

const MAX_TEXT = 80

/** One row of a list. Weights are kg and areas m² of one piece; totals as the row states them. */
export interface ListRow {
  readonly row: number
  readonly batch?: string
  readonly mark?: string
  readonly part?: string
  readonly name?: string
  readonly profile?: string
  readonly grade?: string
  readonly drawing?: string
  readonly phase?: string
  readonly revision?: string
  readonly quantity?: number
  /** The quantity is that of all assemblies together. */
  readonly totalled?: boolean
  readonly markQuantity?: number
  readonly lengthMm?: number
  readonly widthMm?: number
  readonly heightMm?: number
  readonly thicknessMm?: number
  readonly markLengthMm?: number
  readonly markWidthMm?: number
  readonly netKg?: number
  readonly grossKg?: number
  readonly areaM2?: number
  readonly totalNetKg?: number
  readonly totalGrossKg?: number
}

export interface RowContext {
  readonly file: string
  readonly header: ListHeader
  readonly report: (finding: Finding) => void
}

type Optional<T> = { [K in keyof T]: T[K] | undefined }

/** Drops what is not known, so that a missing figure is a missing key. */
export const present = <T extends object>(record: Optional<T>): Partial<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>

const asText = (cell: Cell | undefined): string | undefined => {
  if (cell === null || cell === undefined) return undefined
  const text = String(cell).normalize('NFC').replace(/\s+/g, ' ').trim()
  return text === '' || /^[-—–]+$/.test(text) ? undefined : text
}

/** `12'-6 1/2"`: the marks say feet and inches, whatever the column does. In mm. */
const feetInches = (cell: Cell | undefined): number | undefined => {
  if (typeof cell !== 'string' || !/\d\s*['"′″]/.test(cell)) return undefined
  const length = kissLength(cell.replaceAll('′', "'").replaceAll('″', '"').replaceAll("''", '"'))
  return typeof length === 'number' ? length : undefined
}

/** Reads the cells of one row by their meaning and reports what is wrong with each. */
class RowReader {
  readonly row: number
  private readonly cells: readonly Cell[]
  private readonly context: RowContext
  constructor(cells: readonly Cell[], row: number, context: RowContext) {
    this.cells = cells
    this.row = row
    this.context = context
  }

  cell(meaning: ColumnMeaning): Cell | undefined {
    const index = this.context.header.indexOf.get(meaning)
    return index === undefined ? undefined : this.cells[index]
  }

  report(level: FindingLevel, code: FindingCode, meaning: ColumnMeaning, params?: Finding['params']): void {
    const { file, header, report } = this.context
    const column = header.textOf.get(meaning)
    const value = asText(this.cell(meaning))?.slice(0, 200)
    report({
      level,
      code,
      file,
      row: this.row,
      ...(column === undefined ? {} : { column }),
      ...(value === undefined ? {} : { value }),
      ...(params === undefined ? {} : { params }),
    })
  }

  text(meaning: ColumnMeaning): string | undefined {
    const text = asText(this.cell(meaning))
    if (text !== undefined && text.length > MAX_TEXT) {
      this.report('error', 'text.too_long', meaning, { length: text.length, max: MAX_TEXT })
    }
    return text
  }

  /** kg, mm or m²; not negative. */
  measure(meaning: ColumnMeaning): number | undefined {
    const inches = feetInches(this.cell(meaning))
    if (inches !== undefined) return inches
    const figure = readNumber(this.cell(meaning) ?? null)
    if (figure === 'empty') return undefined
    if (figure === 'bad' || Math.abs(figure) > 1e9) {
      this.report('error', 'number.bad', meaning)
      return undefined
    }
    if (figure < 0) {
      this.report('error', 'number.negative', meaning)
      return undefined
    }
    return clean(figure * (this.context.header.factorOf.get(meaning) ?? 1))
  }

  /** A length of 0 is an empty cell that a program filled. */
  size(meaning: ColumnMeaning): number | undefined {
    return this.measure(meaning) || undefined
  }

  /** Whole and positive; 0 after a wrong figure, which is then reported. */
  count(meaning: ColumnMeaning): number | undefined {
    const figure = readNumber(this.cell(meaning) ?? null)
    if (figure === 'empty') return undefined
    if (figure === 'bad') this.report('error', 'number.bad', meaning)
    else if (figure <= 0 || figure > 1_000_000) this.report('error', 'quantity.not_positive', meaning)
    else if (!Number.isInteger(figure)) this.report('error', 'quantity.not_whole', meaning)
    else return figure
    return 0
  }
}

const perPiece = (
  reader: RowReader,
  unit: ColumnMeaning,
  total: ColumnMeaning,
  quantity: number | undefined,
): number | undefined => {
  const each = reader.size(unit)
  if (each !== undefined) return each
  const all = reader.size(total)
  return all === undefined || quantity === undefined || quantity === 0 ? undefined : clean(all / quantity)
}

/** Reads a row that carries a mark or a part. `row` counts from 1, as the person sees it. */
export const readRow = (cells: readonly Cell[], row: number, context: RowContext): ListRow => {
  const reader = new RowReader(cells, row, context)
  const each = reader.count('quantity')
  const quantity = each ?? reader.count('totalQuantity')
  const texts = present({
    batch: reader.text('batch'),
    mark: reader.text('mark'),
    part: reader.text('part'),
    name: reader.text('name'),
    profile: reader.text('profile'),
    grade: reader.text('grade'),
    drawing: reader.text('drawing'),
    phase: reader.text('phase'),
    revision: reader.text('revision'),
  })
  const sizes = present({
    lengthMm: reader.size('length'),
    widthMm: reader.size('width'),
    heightMm: reader.size('markHeight') ?? reader.size('height'),
    thicknessMm: reader.size('thickness'),
    markLengthMm: reader.size('markLength'),
    markWidthMm: reader.size('markWidth'),
  })
  const weights = present({
    quantity,
    totalled: each === undefined && quantity !== undefined ? true : undefined,
    markQuantity: reader.count('markQuantity'),
    netKg: perPiece(reader, 'unitNet', 'totalNet', quantity),
    grossKg: perPiece(reader, 'unitGross', 'totalGross', quantity),
    areaM2: perPiece(reader, 'unitArea', 'totalArea', quantity),
    totalNetKg: reader.size('totalNet'),
    totalGrossKg: reader.size('totalGross'),
  })
  return { row, ...texts, ...sizes, ...weights }
}

const totalWords =
  /^(合\s*计|总\s*计|总\s*和|共\s*计|grand total|totals?|sum|suma|totales|total general)\s*[:：]?$/i
const subtotalWords = /^(小\s*计|subtotal|sub-total)\s*[:：]?/i

type RowKind = 'data' | 'total' | 'subtotal' | 'other'

const figures: readonly ColumnMeaning[] = [
  'quantity',
  'totalQuantity',
  'markQuantity',
  'profile',
  'unitNet',
  'unitGross',
]

const isHeaderAgain = (cells: readonly Cell[], header: ListHeader): boolean => {
  const alike = header.columns.filter(({ header: text, index }) => cells[index] === text)
  return alike.length >= 2
}

/** What a row below the header is; `other` are blank lines, page headers, signatures and notes. */
export const kindOf = (cells: readonly Cell[], header: ListHeader): RowKind => {
  const texts = cells.filter((cell) => typeof cell === 'string')
  if (texts.some((text) => totalWords.test(text))) return 'total'
  if (texts.some((text) => subtotalWords.test(text))) return 'subtotal'
  if (isHeaderAgain(cells, header)) return 'other'
  const has = (meaning: ColumnMeaning): boolean => {
    const index = header.indexOf.get(meaning)
    return index !== undefined && asText(cells[index]) !== undefined
  }
  // A row that counts something but names nothing is a mistake, a line of text is not.
  const named = has('part') || (has('mark') && figures.some(has))
  return named || (has('profile') && has('quantity')) ? 'data' : 'other'
}
