import {
  barPattern,
  fits,
  type BarPattern,
  type BarType,
  type NestingProblem,
  remnantValue,
} from './bar-patterns.rules.ts'

interface Values {
  readonly partValues: Float64Array
  readonly barValues: ReadonlyMap<number, number>
}

interface Walk {
  readonly problem: NestingProblem
  readonly bar: BarType
  /** Types with a value, most value for their size first, so that the first part that no longer fits bounds the rest. */
  readonly order: readonly number[]
  readonly values: Float64Array
  /** Value that a pattern needs. */
  readonly required: number
  readonly counts: Map<number, number>
  readonly found: BarPattern[]
  readonly limit: number
}

/** Highest value that parts from this position on can add to a bar with this much room. */
function upperValue({ problem, order, values }: Walk, from: number, room: number): number {
  let value = 0
  let left = room
  for (let at = from; at < order.length && left > 0; at += 1) {
    const { size, quantity } = problem.types[order[at] as number] as { size: number; quantity: number }
    const count = Math.min(quantity, left / size)
    value += count * (values[order[at] as number] as number)
    left -= count * size
  }
  return value
}

/** Visits every content from this position on; false once there are too many or the visit takes too long. */
function visit(walk: Walk, at: number, room: number, value: number, budget: { steps: number }): boolean {
  const { problem, bar, order, values, required, counts, found, limit } = walk
  budget.steps -= 1
  if (budget.steps < 0) return false
  const rest = bar.length - problem.saw.startTrim - (bar.capacity - room) + problem.slack
  // The remnant is counted as if the parts that still follow took nothing from it.
  if (value + upperValue(walk, at, room) + remnantValue(problem, bar, rest) < required) return true
  if (at === order.length) {
    if (!fits(problem, bar, counts)) return true
    found.push(barPattern(problem, bar, new Map(counts)))
    return found.length <= limit
  }
  const type = order[at] as number
  const { size, quantity } = problem.types[type] as { size: number; quantity: number }
  for (let count = Math.min(quantity, Math.floor(room / size)); count >= 0; count -= 1) {
    if (count > 0) counts.set(type, count)
    else counts.delete(type)
    if (!visit(walk, at + 1, room - count * size, value + count * (values[type] as number), budget))
      return false
  }
  return true
}

/**
 * All patterns that a plan can contain that costs at most `excess` more than the linear program, because every bar
 * adds its reduced cost to it; null when there are more than `limit`. The program over these patterns is exact.
 */
export function enumeratePatterns(
  problem: NestingProblem,
  { partValues, barValues }: Values,
  excess: number,
  limit: number,
): BarPattern[] | null {
  const density = (type: number) => (partValues[type] ?? 0) / (problem.types[type]?.size ?? 1)
  const order = [...problem.types.keys()].toSorted((a, b) => density(b) - density(a) || a - b)
  const found: BarPattern[] = []
  const budget = { steps: 200 * limit }
  for (const bar of problem.bars) {
    const required = bar.cost - (barValues.get(bar.index) ?? 0) - excess
    const walk = { problem, bar, order, values: partValues, required, counts: new Map(), found, limit }
    if (!visit(walk, 0, bar.capacity, 0, budget)) return null
  }
  return found.filter(({ counts }) => counts.size > 0)
}
