import { sharedLength } from '@cloud-factory/domain/nesting/mitre'
import {
  arrange,
  type BarPattern,
  type NestingProblem,
  remnantOf,
  remnantValue,
} from './bar-patterns.rules.ts'
import { type Plan, unmadeByDemand } from './greedy-nesting.rules.ts'
import type { CuttingPattern, NestingEnd, NestingInput, NestingResult, UnmadeParts } from './nesting.types.ts'

interface CutBar {
  readonly cut: CuttingPattern
  readonly due: string
  readonly value: number
}

/** The bars of a plan one by one, without parts beyond the demand; the fullest first, so that the last ones leave the longest rest. */
function wholeBars(problem: NestingProblem, plan: Plan): BarPattern[] {
  const remaining = problem.types.map(({ quantity }) => quantity)
  const partsOf = ({ counts }: BarPattern) =>
    counts.entries().reduce((sum, [type, count]) => sum + (problem.types[type]?.size ?? 0) * count, 0)
  return plan
    .toSorted((a, b) => partsOf(b.pattern) - partsOf(a.pattern))
    .flatMap(({ pattern, bars }) => Array.from({ length: bars }, () => pattern))
    .map((pattern) => {
      const counts = new Map<number, number>()
      for (const [type, count] of pattern.counts) {
        const made = Math.min(count, remaining[type] ?? 0)
        if (made > 0) counts.set(type, made)
        remaining[type] = (remaining[type] ?? 0) - made
      }
      return { ...pattern, counts }
    })
    .filter(({ counts }) => counts.size > 0)
}

/** Takes the demand with the earliest due day that still needs a part. */
function takeDemand(problem: NestingProblem, type: number, remaining: number[]): number {
  const demand = problem.types[type]?.demands.find((one) => (remaining[one] ?? 0) > 0) ?? -1
  remaining[demand] = (remaining[demand] ?? 0) - 1
  return demand
}

function cutBar(
  problem: NestingProblem,
  input: NestingInput,
  pattern: BarPattern,
  remaining: number[],
): CutBar {
  const bar = problem.bars.find(({ index }) => index === pattern.bar)
  const stock = input.stock[pattern.bar]
  if (bar === undefined || stock === undefined) throw new Error('a pattern of an unknown bar')
  const arrangement = arrange(problem, pattern.counts)
  const demands = arrangement.parts.map(({ type }) => input.demands[takeDemand(problem, type, remaining)])
  const parts = arrangement.parts.map(({ from, reversed }, index) => ({
    demandId: demands[index]?.id ?? '',
    from: input.saw.startTrim + from,
    length: demands[index]?.length ?? 0,
    reversed,
  }))
  const remnant = remnantOf(problem, bar, arrangement)
  // Parts that share mitre cuts overlap.
  const length = parts.reduce((sum, part) => sum + part.length, 0) - sharedLength(parts)
  return {
    cut: { stockId: stock.id, bars: 1, parts, remnant, waste: stock.length - length - remnant },
    due: demands.reduce(
      (day, demand) => (demand !== undefined && demand.due < day ? demand.due : day),
      '9999-12-31',
    ),
    value: bar.cost - remnantValue(problem, bar, remnant),
  }
}

function unmadeParts(problem: NestingProblem, input: NestingInput, plan: Plan): UnmadeParts[] {
  const longest = Math.max(
    0,
    ...input.stock.map(({ length }) => length - input.saw.startTrim - input.saw.clampEnd),
  )
  return unmadeByDemand(problem, plan)
    .entries()
    .map(([demand, quantity]): UnmadeParts => {
      const { id = '', length = 0 } = input.demands[demand] ?? {}
      return { demandId: id, quantity, reason: length > longest ? 'longer_than_any_bar' : 'no_stock' }
    })
    .toArray()
}

/** The plan as it is cut: bars with parts that are due first come first. */
export function nestingResult(
  input: NestingInput,
  problem: NestingProblem,
  plan: Plan,
  { bound, end }: { readonly bound: number; readonly end: NestingEnd },
): NestingResult {
  const remaining = input.demands.map(({ quantity }) => quantity)
  const bars = wholeBars(problem, plan).map((pattern) => cutBar(problem, input, pattern, remaining))
  const groups = Map.groupBy(bars, ({ cut }) => JSON.stringify(cut))
  const patterns = [...groups.values()]
    .map((group) => ({ group, due: group[0]?.due ?? '' }))
    .toSorted((a, b) => a.due.localeCompare(b.due))
    .flatMap(({ group }) => group.slice(0, 1).map(({ cut }) => ({ ...cut, bars: group.length })))
  const cost = Math.round(bars.reduce((sum, { value }) => sum + value, 0) * 100) / 100
  const stockLength = new Map(input.stock.map(({ id, length }) => [id, length]))
  const sum = (of: (pattern: CuttingPattern) => number) =>
    patterns.reduce((total, pattern) => total + of(pattern) * pattern.bars, 0)
  const used = sum(({ stockId, remnant }) => (stockLength.get(stockId) ?? 0) - remnant)
  return {
    patterns,
    unmade: unmadeParts(problem, input, plan),
    bars: bars.length,
    cost,
    bound: Math.min(cost, Math.max(0, bound)),
    waste: used === 0 ? 0 : sum(({ waste }) => waste) / used,
    end,
  }
}
