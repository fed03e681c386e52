import { type BarType, type NestingProblem, type PartCounts, remnantValue } from './bar-patterns.rules.ts'

/** A group of equal parts, so that any number of them is a sum of groups: 1, 2, 4 … and the rest. */
interface PartGroup {
  readonly type: number
  readonly count: number
  readonly size: number
  readonly value: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

function groupsOf(
  problem: NestingProblem,
  values: ArrayLike<number>,
  limits: ArrayLike<number>,
  capacity: number,
  unit: number,
) {
  return problem.types.flatMap(({ size }, type): PartGroup[] => {
    const value = values[type] ?? 0
    if (value <= 1e-9) return []
    const groups: PartGroup[] = []
    let left = Math.min(limits[type] ?? 0, Math.floor((capacity * unit) / size))
    for (let count = 1; left > 0; count *= 2) {
      const part = Math.min(count, left)
      groups.push({ type, count: part, size: (size * part) / unit, value: value * part })
      left -= part
    }
    return groups
  })
}

export interface PricedPattern {
  readonly bar: BarType
  readonly counts: PartCounts
  /** Value of the parts and of the remnant. */
  readonly value: number
}

/**
 * The most valuable content of each type of bar, exactly: one bounded knapsack over all lengths serves every stock
 * length. `values` are those of one part of each type, `limits` the parts that remain.
 */
export function priceBars(
  problem: NestingProblem,
  bars: readonly BarType[],
  values: ArrayLike<number>,
  limits: ArrayLike<number>,
): PricedPattern[] {
  const unit = problem.types.reduce((sum, { size }) => divisor(sum, size), 0) || 1
  const capacity = Math.floor(Math.max(0, ...bars.map((bar) => bar.capacity)) / unit)
  const groups = groupsOf(problem, values, limits, capacity, unit)
  // best[length]: highest value of parts of at most this size; uses: one bit per group and length for the way back.
  const best = new Float64Array(capacity + 1)
  const words = (capacity >>> 5) + 1
  const uses = new Uint32Array(words * groups.length)
  groups.forEach(({ size, value }, index) => {
    const row = index * words
    for (let at = capacity; at >= size; at -= 1) {
      const sum = (best[at - size] as number) + value
      if (sum > (best[at] as number) + 1e-12) {
        best[at] = sum
        uses[row + (at >>> 5)] = (uses[row + (at >>> 5)] as number) | (1 << (at & 31))
      }
    }
  })
  return bars.map((bar) => {
    const [length, value] = bestLength(problem, bar, best, unit)
    const counts = new Map<number, number>()
    let at = length
    for (let index = groups.length - 1; index >= 0; index -= 1) {
      if ((((uses[index * words + (at >>> 5)] as number) >>> (at & 31)) & 1) === 0) continue
      const { type, count, size } = groups[index] as PartGroup
      counts.set(type, (counts.get(type) ?? 0) + count)
      at -= size
    }
    return { bar, counts, value }
  })
}

/** How full a bar is best cut, when its rest has a value too. */
function bestLength(
  problem: NestingProblem,
  bar: BarType,
  best: Float64Array,
  unit: number,
): [number, number] {
  const full = Math.floor(bar.capacity / unit)
  if (bar.remnantRate === 0) return [full, best[full] as number]
  let length = full
  let value = Number.NEGATIVE_INFINITY
  for (let at = full; at >= 0; at -= 1) {
    const rest = bar.length - problem.saw.startTrim - at * unit + problem.slack
    const sum = (best[at] as number) + remnantValue(problem, bar, rest)
    if (sum > value + 1e-12) {
      length = at
      value = sum
    }
  }
  return [length, value]
}
