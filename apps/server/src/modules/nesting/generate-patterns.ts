import {
  barPattern,
  fits,
  sizeOf,
  type BarPattern,
  type NestingProblem,
  remnantValue,
} from './bar-patterns.rules.ts'
import type { PatternMaster } from './pattern-master.ts'
import { priceBars, type PricedPattern } from './pattern-pricing.rules.ts'

export interface Relaxation {
  readonly bars: Float64Array
  readonly partValues: Float64Array
  readonly barValues: ReadonlyMap<number, number>
  readonly cost: number
  /** No plan costs less, even one that uses patterns that were not found yet. */
  readonly bound: number
}

interface Remaining {
  readonly quantities: readonly number[]
  readonly limits: ReadonlyMap<number, number>
}

/** What remains before anything is decided. */
export const wholeDemand = ({ types, bars }: NestingProblem) => ({
  quantities: types.map(({ quantity }) => quantity),
  limits: new Map(bars.map(({ index, limit }) => [index, limit])),
})

/** A pattern as the knapsack sees it, even if mitred ends or different parts do not allow to cut it: for bounds only. */
function relaxedPattern(problem: NestingProblem, { bar, counts }: PricedPattern): BarPattern {
  const rest = bar.length - problem.saw.startTrim - sizeOf(problem, counts) + problem.slack
  return { bar: bar.index, counts, cost: bar.cost - remnantValue(problem, bar, rest) }
}

/** The pattern without the parts that are worth least for their size, until the bar can be cut. */
function repairedPattern(
  problem: NestingProblem,
  { bar, counts }: PricedPattern,
  values: Float64Array,
): BarPattern {
  const left = new Map(counts)
  const density = (type: number) => (values[type] ?? 0) / (problem.types[type]?.size ?? 1)
  const order = [...counts.keys()].toSorted((a, b) => density(a) - density(b))
  for (const type of order) {
    while (!fits(problem, bar, left) && left.has(type)) {
      const count = (left.get(type) ?? 0) - 1
      if (count > 0) left.set(type, count)
      else left.delete(type)
    }
  }
  return barPattern(problem, bar, left)
}

/**
 * A lower bound before all patterns are found: the values of parts, divided by the greatest excess over a bar's
 * price, are too low to pay for any pattern (Farley 1990).
 */
function scaledBound(
  problem: NestingProblem,
  cost: number,
  priced: readonly PricedPattern[],
  barValues: ReadonlyMap<number, number>,
) {
  if (problem.saw.remnantPerMetre !== 0) return 0
  let factor = 1
  for (const { bar, value } of priced) {
    const total = value + (barValues.get(bar.index) ?? 0)
    if (total > bar.cost)
      factor = bar.cost > 0 ? Math.max(factor, total / bar.cost) : Number.POSITIVE_INFINITY
  }
  return cost / factor
}

/**
 * Column generation: solves the linear program, prices the best pattern of each type of bar with its values, adds
 * those that would lower the cost, until there is none or `isOver`.
 * @param relaxed adds patterns that only the knapsack allows; the result then bounds the problem, but cannot be cut
 */
export function generatePatterns(
  problem: NestingProblem,
  master: PatternMaster,
  { quantities, limits }: Remaining,
  isOver: (bound: number) => boolean,
  relaxed: boolean,
): Relaxation {
  const bars = problem.bars.filter(({ index }) => (limits.get(index) ?? 0) > 0)
  let bound = 0
  for (;;) {
    const { cost, bars: used, partValues, barValues: duals } = master.relax()
    const barValues = new Map(problem.bars.map(({ index }, row) => [index, duals[row] ?? 0]))
    const priced = priceBars(problem, bars, partValues, quantities)
    const better = priced.filter(
      ({ bar, value }) =>
        value + (barValues.get(bar.index) ?? 0) > bar.cost + 1e-7 * (1 + Math.abs(bar.cost)),
    )
    const added = better.map((pattern) =>
      relaxed ? relaxedPattern(problem, pattern) : repairedPattern(problem, pattern, partValues),
    )
    const isDone = better.length === 0
    bound = Math.max(bound, isDone ? cost : scaledBound(problem, cost, priced, barValues))
    if (isDone || master.add(added) === 0 || isOver(bound))
      return { bars: used, partValues, barValues, cost, bound }
  }
}
