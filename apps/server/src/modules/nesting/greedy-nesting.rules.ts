import {
  barPattern,
  fits,
  sizeOf,
  type BarPattern,
  type BarType,
  type NestingProblem,
} from './bar-patterns.rules.ts'

/** A whole plan: each pattern with its number of bars. More parts than demanded are not cut in the end. */
export type Plan = readonly { readonly pattern: BarPattern; readonly bars: number }[]

interface OpenBar {
  readonly bar: BarType
  readonly counts: Map<number, number>
  size: number
}

type Choice = 'first-fit' | 'best-fit'

const withPart = (counts: ReadonlyMap<number, number>, type: number): Map<number, number> =>
  new Map(counts).set(type, (counts.get(type) ?? 0) + 1)

/** Whether a part fits as soon as its size does. */
const hasOnlySizes = ({ square, maxPartsPerBar }: NestingProblem): boolean =>
  square && maxPartsPerBar === Number.POSITIVE_INFINITY

function openBarFor(problem: NestingProblem, open: readonly OpenBar[], type: number, choice: Choice) {
  const size = problem.types[type]?.size ?? 0
  let best: OpenBar | undefined
  let bestRest = Number.POSITIVE_INFINITY
  for (const candidate of open) {
    const rest = candidate.bar.capacity - candidate.size - size
    if (rest < 0 || rest >= bestRest) continue
    if (!hasOnlySizes(problem) && !fits(problem, candidate.bar, withPart(candidate.counts, type))) continue
    if (choice === 'first-fit') return candidate
    best = candidate
    bestRest = rest
  }
  return best
}

/** Moves each bar's parts to the cheapest free bar that holds them. */
function shrink(problem: NestingProblem, open: readonly OpenBar[], free: Map<number, number>): BarPattern[] {
  return open.map(({ bar, counts }) => {
    free.set(bar.index, (free.get(bar.index) ?? 0) + 1)
    const candidates = problem.bars.filter(
      (other) => other === bar || ((free.get(other.index) ?? 0) > 0 && fits(problem, other, counts)),
    )
    const patterns = candidates.map((other) => barPattern(problem, other, counts))
    const best = patterns.reduce((a, b) => (b.cost < a.cost ? b : a))
    free.set(best.bar, (free.get(best.bar) ?? 0) - 1)
    return best
  })
}

function mergePatterns(patterns: readonly BarPattern[]): Plan {
  const groups = Map.groupBy(patterns, patternKey)
  return [...groups.values()].flatMap((group) => {
    const [pattern] = group
    return pattern === undefined ? [] : [{ pattern, bars: group.length }]
  })
}

export const patternKey = ({ bar, counts }: BarPattern): string =>
  `${bar}:${[...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([type, count]) => `${type}x${count}`)
    .join(',')}`

/**
 * First-fit or best-fit decreasing for the given number of parts of each type: the start of the optimisation and what
 * it is measured against. Remnants are opened first, then the bars with the lowest price per length.
 */
export function greedyPlan(
  problem: NestingProblem,
  choice: Choice,
  quantities: readonly number[] = problem.types.map(({ quantity }) => quantity),
  limits: ReadonlyMap<number, number> = new Map(problem.bars.map(({ index, limit }) => [index, limit])),
): Plan {
  const free = new Map(limits)
  const open: OpenBar[] = []
  quantities.forEach((quantity, type) => {
    const single = new Map([[type, 1]])
    const size = sizeOf(problem, single)
    for (let made = 0; made < quantity; made += 1) {
      const candidate = openBarFor(problem, open, type, choice)
      if (candidate !== undefined) {
        candidate.counts.set(type, (candidate.counts.get(type) ?? 0) + 1)
        candidate.size += size
        continue
      }
      const bar = problem.bars.find((one) => (free.get(one.index) ?? 0) > 0 && fits(problem, one, single))
      if (bar === undefined) return
      free.set(bar.index, (free.get(bar.index) ?? 0) - 1)
      open.push({ bar, counts: new Map(single), size })
    }
  })
  return mergePatterns(shrink(problem, open, free))
}

/** Parts of each type that a plan leaves unmade. */
function missingParts({ types }: NestingProblem, plan: Plan): number[] {
  const missing = types.map(({ quantity }) => quantity)
  for (const { pattern, bars } of plan)
    for (const [type, count] of pattern.counts) missing[type] = (missing[type] ?? 0) - count * bars
  return missing.map((count) => Math.max(0, count))
}

/** Unmade parts by demand; those due last are left out first. */
export function unmadeByDemand(problem: NestingProblem, plan: Plan): Map<number, number> {
  const unmade = new Map<number, number>()
  for (const [type, missing] of missingParts(problem, plan).entries()) {
    let left = missing
    for (const demand of (problem.types[type]?.demands ?? []).toReversed()) {
      const count = Math.min(left, problem.quantities[demand] ?? 0)
      if (count > 0) unmade.set(demand, count)
      left -= count
    }
  }
  return unmade
}

export const penaltyOf = (problem: NestingProblem, plan: Plan): number =>
  unmadeByDemand(problem, plan)
    .entries()
    .reduce((sum, [demand, count]) => sum + (problem.penalties[demand] ?? 0) * count, 0)

/** Price of the bars less the value of remnants, and the penalty for what is left unmade. */
export const totalCost = (problem: NestingProblem, plan: Plan): number =>
  plan.reduce((sum, { pattern, bars }) => sum + pattern.cost * bars, penaltyOf(problem, plan))
