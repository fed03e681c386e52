import { type PlateProblem, type RectangleDemand, trimOf } from './guillotine.ts'

export const areaOf = ({ length, width }: { readonly length: number; readonly width: number }): number =>
  length * width
export const sumOf = (values: Iterable<number>): number =>
  Iterator.from(values).reduce((sum, one) => sum + one, 0)

/** The larger of two lower bounds: by area, and by parts of which no two share a plate. */
export function lowerBound({ demands, stock, rules }: PlateProblem, made: readonly number[]): number {
  const { kerf, remnantValue, rotate } = rules
  const sides = stock.map((plate) => {
    const trim = trimOf(plate, rules)
    const [length, width] = [plate.length - 2 * trim, plate.width - 2 * trim]
    // What a plate costs beyond the value of all its steel, however much of it comes back.
    const excess = Math.max(0, plate.cost - remnantValue * areaOf(plate))
    return {
      length,
      width,
      excess,
      area: (length + kerf) * (width + kerf),
      quantity: plate.quantity ?? Infinity,
    }
  })
  const steel = sumOf(demands.map((one, at) => areaOf(one) * (made[at] ?? 0)))
  const area = sumOf(demands.map((one, at) => (one.length + kerf) * (one.width + kerf) * (made[at] ?? 0)))
  const [long, short] = [
    Math.max(...sides.map((one) => one.length)),
    Math.max(...sides.map((one) => one.width)),
  ]
  const isBig = ({ length, width }: RectangleDemand) => {
    const [least, fits] = rotate ? [Math.min(length, width), Math.max(long, short)] : [length, long]
    return 2 * least + kerf > fits && 2 * (rotate ? least : width) + kerf > (rotate ? fits : short)
  }
  const alone = sumOf(demands.map((one, at) => (isBig(one) ? (made[at] ?? 0) : 0)))
  const largest = Math.max(...sides.map((one) => one.area))
  const plates = Math.max(alone, Math.ceil(area / largest - 1e-9))
  return remnantValue * steel + Math.max(excessOfArea(sides, area), excessOfPlates(sides, plates))
}

interface Side {
  readonly excess: number
  readonly area: number
  readonly quantity: number
}

/** Excess of plates, or of shares of them, that cover an area. */
function excessOfArea(sides: readonly Side[], area: number): number {
  let [open, excess] = [area, 0]
  for (const side of sides.toSorted((a, b) => a.excess / a.area - b.excess / b.area)) {
    const used = Math.min(open, side.area * side.quantity)
    excess += (used / side.area) * side.excess
    open -= used
  }
  return excess
}

function excessOfPlates(sides: readonly Side[], plates: number): number {
  let [open, excess] = [plates, 0]
  for (const side of sides.toSorted((a, b) => a.excess - b.excess)) {
    const used = Math.min(open, side.quantity)
    excess += used * side.excess
    open -= used
  }
  return excess
}
