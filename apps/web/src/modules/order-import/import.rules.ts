import type { ImportView } from '@cloud-factory/contract/order-import/order-imports'
import type { ColumnMeaning } from '@cloud-factory/domain/order-import/import-enums'

/** Whether the header of a list was not recognised, so that a person can map its columns. */
export const needsColumns = (view: Pick<ImportView, 'status' | 'format' | 'columns'>): boolean =>
  view.status === 'failed' && view.columns.length === 0 && (view.format?.startsWith('tekla-') ?? false)

const first = 400
const longest = 4000

/**
 * Delay before an import is polled again, ms: short at first, because most lists are read in a
 * second, then increasing. `false`: the status is final.
 */
export function pollDelay(status: ImportView['status'] | undefined, answers: number): number | false {
  if (status !== 'reading' && status !== 'applying') return false
  return Math.min(longest, Math.round(first * 1.3 ** Math.max(0, answers - 1)))
}

export interface TotalLine {
  readonly figure: 'pieces' | 'netKg' | 'grossKg'
  /** Value of the file's 合计 row; null if it has none. */
  readonly stated: number | null
  readonly computed: number
  /** Stated less computed, to the gram; null without a stated figure. */
  readonly difference: number | null
  /** `rounding`: within what the rounding of the file's rows explains. */
  readonly verdict: 'none' | 'equal' | 'rounding' | 'differs'
}

const figures = ['pieces', 'netKg', 'grossKg'] as const

/** The file's own sums against those of its rows. */
export function totalLines({
  stated,
  computed,
}: Pick<ImportView, 'stated' | 'computed'>): readonly TotalLine[] {
  // As the reading judges: half of the second decimal for each piece, twice for each row.
  const rounding = 0.01 + 0.005 * (computed.pieces + 2 * computed.marks)
  return figures.map((figure) => {
    const value = stated?.[figure] ?? null
    const found = computed[figure]
    if (value === null) return { figure, stated: null, computed: found, difference: null, verdict: 'none' }
    const difference = Math.round((value - found) * 1000) / 1000
    return {
      figure,
      stated: value,
      computed: found,
      difference,
      verdict: verdictOf(difference, figure, rounding),
    }
  })
}

function verdictOf(difference: number, figure: TotalLine['figure'], rounding: number): TotalLine['verdict'] {
  if (difference === 0) return 'equal'
  return figure !== 'pieces' && Math.abs(difference) <= rounding + 1e-6 ? 'rounding' : 'differs'
}

/** Limits of the upload endpoint (`order-imports` of the contract; a test holds them together). */
export const maxFileBytes = 20 * 1024 * 1024
export const maxFiles = 2000

/** File extensions of lists and part files; the server detects the real type by the bytes. */
export const endings = ['.xlsx', '.xls', '.csv', '.txt', '.xsr', '.nc', '.nc1', '.kss', '.zip'] as const

/** Drawings, models and pictures, which exporters put beside a list. */
const drawing = /\.(pdf|dwg|dxf|dgn|ifc|stp|step|png|jpe?g|gif|bmp|tiff?)$/i

interface ChosenFile {
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** Words of `order-import:refused.<word>`. */
export type FileProblem = 'drawing' | 'empty' | 'too_large' | 'unknown_type' | 'too_many' | 'twice'

interface SortedFiles<T> {
  readonly good: readonly T[]
  readonly refused: readonly { readonly file: T; readonly reason: FileProblem }[]
}

/**
 * Separates valid files from files that the server would reject, so that nobody waits for a
 * rejected upload of 50 MB.
 */
export function sortFiles<T extends ChosenFile>(files: readonly T[]): SortedFiles<T> {
  const good: T[] = []
  const refused: { file: T; reason: FileProblem }[] = []
  for (const file of files) {
    const reason = errorOf(file, good)
    if (reason === null) good.push(file)
    else refused.push({ file, reason })
  }
  return { good, refused }
}

function errorOf(file: ChosenFile, good: readonly ChosenFile[]): FileProblem | null {
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return drawing.test(file.name) ? 'drawing' : 'unknown_type'
  if (file.size === 0) return 'empty'
  if (file.size > maxFileBytes) return 'too_large'
  if (good.some(({ name }) => name === file.name)) return 'twice'
  return good.length >= maxFiles ? 'too_many' : null
}

interface SampleFacts {
  readonly rows: readonly (readonly string[])[]
  readonly headerRow: number | null
  readonly columns: readonly {
    readonly index: number
    readonly header: string
    readonly meaning: ColumnMeaning | null
  }[]
}

interface MappedColumn {
  readonly index: number
  readonly header: string
  readonly meaning: ColumnMeaning | null
  /** The first different ones below the header. */
  readonly values: readonly string[]
}

const valuesShown = 3

/** Columns under a header in line `row`: as the file was read, or as a person chose since. */
export function shownColumns(
  sample: SampleFacts,
  row: number,
  chosen: ReadonlyMap<number, ColumnMeaning | null>,
): readonly MappedColumn[] {
  const asRead = row === sample.headerRow
  const width = Math.max(0, ...sample.rows.map((cells) => cells.length))
  const known = new Map(asRead ? sample.columns.map((column) => [column.index, column]) : [])
  return Array.from({ length: width }, (_, index) => index).flatMap((index) => {
    const header = known.get(index)?.header ?? sample.rows[row - 1]?.[index] ?? ''
    const values = valuesBelow(sample.rows, row, index)
    if (header === '' && values.length === 0) return []
    const meaning = chosen.get(index)
    return [
      {
        index,
        header,
        values,
        meaning: meaning === undefined ? (known.get(index)?.meaning ?? null) : meaning,
      },
    ]
  })
}

function valuesBelow(rows: SampleFacts['rows'], row: number, index: number): string[] {
  const below = rows.slice(row).flatMap((cells) => (cells[index] ? [cells[index]] : []))
  return [...new Set(below)].slice(0, valuesShown)
}

/**
 * The first missing mandatory column of a list, key of `order-import:reading.lacking.<word>`; null when
 * the list can be read.
 */
export function lackingOf(columns: readonly MappedColumn[]): 'mark' | 'quantity' | 'weight' | 'twice' | null {
  const meanings = columns.flatMap(({ meaning }) => (meaning === null ? [] : [meaning]))
  const has = (...expected: ColumnMeaning[]) => expected.some((meaning) => meanings.includes(meaning))
  if (new Set(meanings).size < meanings.length) return 'twice'
  if (!has('mark', 'part')) return 'mark'
  if (!has('quantity', 'markQuantity', 'totalQuantity')) return 'quantity'
  const weighed = has('unitNet', 'totalNet', 'unitGross', 'totalGross')
  return weighed || (has('profile') && has('length', 'cutLength')) ? null : 'weight'
}

export const mappingOf = (headerRow: number, columns: readonly MappedColumn[]) => ({
  headerRow,
  columns: columns.map(({ index, meaning }) => ({ index, meaning })),
})
