import {
  kgOfUnit,
  type LengthUnit,
  mmOfUnit,
  type UnitsChoice,
} from '@cloud-factory/domain/order-import/import-enums'
import type { Cell, ColumnMeaning } from './import.types.ts'
import type { ListHeader } from './list-columns.ts'

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
