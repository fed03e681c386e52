import type { ColumnMeaning } from '@cloud-factory/domain/order-import/import-enums'

interface SampleFacts {
  readonly rows: readonly (readonly string[])[]
  readonly headerRow: number | null
  readonly columns: readonly {
    readonly index: number
    readonly header: string
    readonly meaning: ColumnMeaning | null
  }[]
}

export interface MappedColumn {
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
  const has = (...wanted: ColumnMeaning[]) => wanted.some((meaning) => meanings.includes(meaning))
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
