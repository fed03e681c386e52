import {
  kgOfUnit,
  type LengthUnit,
  mmOfUnit,
  type UnitsChoice,
} from '@cloud-factory/domain/order-import/import-enums'
import type { MarkBuilder } from './build-marks.ts'
import type { Cell, ColumnMeaning, ComputedTotals, ParsedMark, StatedTotals } from './import.types.ts'
import { type ListRow, present, type RowContext, clean, readNumber } from './list-rows.ts'
import type { ListHeader } from './list-columns.ts'

/** Lists round to at least two decimals; each row adds half of the last digit for each of its pieces. */
const ROUNDING = 0.005

/** Pieces, kg and lines of all marks; a mark without gross weight uses its net weight. */
export const computeTotals = (marks: readonly ParsedMark[]): ComputedTotals => {
  const totals: ComputedTotals = { pieces: 0, netKg: 0, grossKg: 0, marks: marks.length, parts: 0 }
  for (const mark of marks) {
    totals.pieces += mark.quantity
    totals.netKg += (mark.netKg ?? 0) * mark.quantity
    totals.grossKg += (mark.grossKg ?? mark.netKg ?? 0) * mark.quantity
    totals.parts += mark.parts.length
  }
  return { ...totals, netKg: clean(totals.netKg), grossKg: clean(totals.grossKg) }
}

const differs = (unit: number | undefined, total: number | undefined, counts: readonly number[]): boolean => {
  if (unit === undefined || total === undefined) return false
  return counts.every((count) => Math.abs(unit * count - total) > 0.02 + ROUNDING * count + total * 0.001)
}

/** Compares the total weight of each row with its pieces. Parts may be totalled for one piece of the mark or for all. */
export const checkRowTotals = (lines: readonly ListRow[], builder: MarkBuilder): void => {
  let pieces = 1
  for (const line of lines) {
    if (line.part === undefined || line.markQuantity !== undefined) {
      pieces = line.markQuantity ?? line.quantity ?? 1
    }
    const { quantity } = line
    if (quantity === undefined || quantity === 0) continue
    const counts = line.part === undefined ? [quantity] : [quantity, quantity * pieces]
    notify(line, builder, 'totalNet', line.netKg, line.totalNetKg, counts)
    notify(line, builder, 'totalGross', line.grossKg, line.totalGrossKg, counts)
  }
}

const notify = (
  line: ListRow,
  builder: MarkBuilder,
  meaning: ColumnMeaning,
  unit: number | undefined,
  total: number | undefined,
  counts: readonly number[],
): void => {
  if (!differs(unit, total, counts)) return
  const params = { unit: unit ?? 0, quantity: counts[0] ?? 0, total: total ?? 0 }
  builder.report(line, { level: 'warning', code: 'row.total_differs', params }, meaning)
}

const readFigure = (
  cells: readonly Cell[],
  meanings: readonly ColumnMeaning[],
  { header }: RowContext,
): number | undefined => {
  for (const meaning of meanings) {
    const index = header.indexOf.get(meaning)
    const figure = index === undefined ? 'empty' : readNumber(cells[index] ?? null)
    if (typeof figure === 'number') return clean(figure * (header.factorOf.get(meaning) ?? 1))
  }
  return undefined
}

/** Values of the 合计 row; empty and non-numeric cells have none. */
export const readStated = (cells: readonly Cell[], context: RowContext): StatedTotals =>
  present({
    pieces: readFigure(cells, ['quantity', 'markQuantity', 'totalQuantity'], context),
    netKg: readFigure(cells, ['totalNet', 'unitNet'], context),
    grossKg: readFigure(cells, ['totalGross', 'unitGross'], context),
  })

/** Bought items that a total row may count with the steel. */
const boughtOf = (hardware: readonly ListRow[]): { pieces: number; netKg: number; grossKg: number } => {
  const sum = (figure: (line: ListRow) => number) =>
    clean(hardware.reduce((all, line) => all + figure(line), 0))
  const netOf = ({ totalNetKg, netKg = 0, quantity = 0 }: ListRow) => totalNetKg ?? netKg * quantity
  return {
    pieces: sum(({ quantity = 0 }) => quantity),
    netKg: sum(netOf),
    grossKg: sum((line) => line.totalGrossKg ?? (line.grossKg ?? 0) * (line.quantity ?? 0)),
  }
}

/** Sum of the row totals of all components; `undefined` unless each states one. */
const sumOfRows = (lines: readonly ListRow[], figure: 'totalNetKg' | 'totalGrossKg'): number | undefined => {
  const components = lines.filter((line) => line.part === undefined)
  const counted = components.length > 0 ? components : lines
  const totals = counted.flatMap((line) => line[figure] ?? [])
  return totals.length === counted.length ? clean(totals.reduce((sum, total) => sum + total, 0)) : undefined
}

/** The stated sums must match the rows within their rounding. If a list rounds piece weights more than totals, the row totals are summed. */
export const checkTotals = (
  stated: StatedTotals,
  row: number,
  marks: readonly ParsedMark[],
  { lines, hardware }: { readonly lines: readonly ListRow[]; readonly hardware: readonly ListRow[] },
  context: RowContext,
): void => {
  const bought = boughtOf(hardware)
  const computed = computeTotals(marks)
  const tolerance = 0.01 + ROUNDING * (computed.pieces + 2 * computed.marks)
  const compare = (
    code: 'total.pieces_differ' | 'total.net_differs' | 'total.gross_differs',
    meanings: readonly ColumnMeaning[],
    statedTotal: number | undefined,
    found: number,
    within: number,
    ofRows = found,
    extra = 0,
  ): void => {
    if (statedTotal === undefined || Math.abs(statedTotal - found) <= within + 1e-6) return
    if (Math.abs(statedTotal - ofRows) <= within + 1e-6) return
    if (extra > 0 && Math.abs(statedTotal - found - extra) <= within + ROUNDING * hardware.length + 1e-6)
      return
    const { file, header, report } = context
    const column = meanings.map((meaning) => header.textOf.get(meaning)).find((text) => text !== undefined)
    const params = { stated: statedTotal, computed: found, difference: clean(statedTotal - found) }
    report({ level: 'error', code, file, row, ...(column === undefined ? {} : { column }), params })
  }
  compare(
    'total.pieces_differ',
    ['quantity', 'markQuantity', 'totalQuantity'],
    stated.pieces,
    computed.pieces,
    0,
    computed.pieces,
    bought.pieces,
  )
  compare(
    'total.net_differs',
    ['totalNet', 'unitNet'],
    stated.netKg,
    computed.netKg,
    tolerance,
    sumOfRows(lines, 'totalNetKg'),
    bought.netKg,
  )
  compare(
    'total.gross_differs',
    ['totalGross', 'unitGross'],
    stated.grossKg,
    computed.grossKg,
    tolerance,
    sumOfRows(lines, 'totalGrossKg'),
    bought.grossKg,
  )
}

const weights: readonly ColumnMeaning[] = ['unitNet', 'totalNet', 'unitGross', 'totalGross']
const lengths: readonly ColumnMeaning[] = ['length', 'cutLength', 'markLength']
const sides: readonly ColumnMeaning[] = ['width', 'height', 'thickness', 'markWidth', 'markHeight']
const areas: readonly ColumnMeaning[] = ['unitArea', 'totalArea']
const SQUARE_FOOT = 0.092_903_04

/** Cross sections are never written in metres or feet, even where lengths are. */
const sideUnits: ReadonlySet<LengthUnit> = new Set(['mm', 'cm', 'in'])

const imperialWords =
  /\bimperial\b|英制|sistema ingl[eé]s|unidades inglesas|\bunits?\s*[:=：]\s*(?:in|inch(?:es)?|lbs?|feet|ft)\b/i

/** A line above the header says that the list is imperial. */
const saysImperial = (rows: readonly (readonly Cell[])[], header: ListHeader): boolean =>
  rows
    .slice(0, header.firstRow)
    .some((cells) => cells.some((cell) => typeof cell === 'string' && imperialWords.test(cell)))

const setAll = (factors: Map<ColumnMeaning, number>, meanings: readonly ColumnMeaning[], factor: number) => {
  for (const meaning of meanings) factors.set(meaning, factor)
}

/**
 * The header with the units of its columns settled: what a person said, else what the column itself says, else what a
 * line above says of the whole list.
 */
export const withUnits = (
  header: ListHeader,
  rows: readonly (readonly Cell[])[],
  chosen: UnitsChoice | undefined,
): { header: ListHeader; imperial: boolean } => {
  const imperial = saysImperial(rows, header)
  const factors = new Map(header.factorOf)
  const plain = (meanings: readonly ColumnMeaning[]) =>
    meanings.filter((meaning) => !header.withUnit.has(meaning))
  if (imperial) {
    setAll(factors, plain(weights), kgOfUnit.lb)
    setAll(factors, plain([...lengths, ...sides]), mmOfUnit.in)
    setAll(factors, plain(areas), SQUARE_FOOT)
  }
  if (chosen?.weight !== undefined) setAll(factors, weights, kgOfUnit[chosen.weight])
  if (chosen?.length !== undefined) {
    setAll(factors, lengths, mmOfUnit[chosen.length])
    if (sideUnits.has(chosen.length)) setAll(factors, plain(sides), mmOfUnit[chosen.length])
  }
  return { header: { ...header, factorOf: factors }, imperial }
}
