import { barPattern, fits, type BarPattern, type NestingProblem } from './bar-patterns.rules.ts'
import { generatePatterns, wholeDemand } from './generate-patterns.ts'
import { greedyPlan, type Plan } from './greedy-nesting.rules.ts'
import type { PatternMaster } from './pattern-master.ts'

interface Fixed {
  readonly plan: { pattern: BarPattern; bars: number }[]
  readonly quantities: number[]
  readonly limits: Map<number, number>
}

/** From this share of a bar on, a pattern is rounded up at once. */
const ROUND_UP_FROM = 0.7

/** The pattern without the parts that are no longer needed; null when nothing is left, or it cannot be cut any more. */
function clipped(
  problem: NestingProblem,
  pattern: BarPattern,
  quantities: readonly number[],
): BarPattern | null {
  if ([...pattern.counts].every(([type, count]) => count <= (quantities[type] ?? 0))) return pattern
  const counts = new Map(
    [...pattern.counts].flatMap(([type, count]) => {
      const left = Math.min(count, quantities[type] ?? 0)
      return left > 0 ? [[type, left] as const] : []
    }),
  )
  const bar = problem.bars.find(({ index }) => index === pattern.bar)
  return counts.size > 0 && bar !== undefined && fits(problem, bar, counts)
    ? barPattern(problem, bar, counts)
    : null
}

function fix({ plan, quantities, limits }: Fixed, pattern: BarPattern, bars: number): void {
  plan.push({ pattern, bars })
  limits.set(pattern.bar, (limits.get(pattern.bar) ?? 0) - bars)
  for (const [type, count] of pattern.counts)
    quantities[type] = Math.max(0, (quantities[type] ?? 0) - count * bars)
}

/** Whole bars of a pattern that neither make more parts than needed nor use more bars than there are. */
function wholeBars({ quantities, limits }: Fixed, pattern: BarPattern, bars: number): number {
  const parts = [...pattern.counts].map(([type, count]) => Math.floor((quantities[type] ?? 0) / count))
  return Math.min(Math.floor(bars + 1e-6), limits.get(pattern.bar) ?? 0, ...parts)
}

interface UsedPattern {
  readonly pattern: BarPattern
  readonly bars: number
}

function fixWhole(fixed: Fixed, used: readonly UsedPattern[]): boolean {
  let hasFixed = false
  for (const { pattern, bars } of used) {
    const whole = wholeBars(fixed, pattern, bars)
    if (whole > 0) fix(fixed, pattern, whole)
    hasFixed ||= whole > 0
  }
  return hasFixed
}

/** Fixes what the linear program says in whole bars, and the patterns that are nearest to one; false: it uses none. */
function fixNext(problem: NestingProblem, fixed: Fixed, used: readonly UsedPattern[], skip: number): boolean {
  let hasFixed = fixWhole(fixed, used)
  const fractions = used
    .map(({ pattern, bars }) => ({ pattern, fraction: bars - Math.floor(bars + 1e-6) }))
    .filter(({ fraction }) => fraction > 1e-6)
    .toSorted((a, b) => b.fraction - a.fraction)
  const first = fractions.splice(Math.min(skip, Math.max(0, fractions.length - 1)), 1)
  for (const { pattern, fraction } of [...first, ...fractions]) {
    const isNear = !hasFixed || fraction >= ROUND_UP_FROM
    if (!isNear || (fixed.limits.get(pattern.bar) ?? 0) === 0) continue
    const left = clipped(problem, pattern, fixed.quantities)
    if (left === null || (hasFixed && left !== pattern)) continue
    fix(fixed, left, 1)
    hasFixed = true
  }
  return hasFixed
}

/**
 * Rounds the linear program step by step and generates patterns again for what remains after each step; greedy plans of
 * the rest complete it. `variant` starts with another pattern, so that repeated dives differ.
 */
export function diveForPlan(
  problem: NestingProblem,
  master: PatternMaster,
  variant: number,
  isOver: () => boolean,
): Plan[] {
  const fixed: Fixed = { plan: [], ...wholeDemand(problem) }
  const plans: Plan[] = []
  for (let step = 0; !isOver(); step += 1) {
    master.restrict(fixed.quantities, fixed.limits)
    const { bars } = generatePatterns(problem, master, fixed, isOver, false)
    const used = master.patterns
      .map((pattern, index) => ({ pattern, bars: bars[index] ?? 0 }))
      .filter((one) => one.bars > 1e-6)
    const hasFixed = fixNext(problem, fixed, used, step < 2 ? variant : 0)
    for (const choice of ['first-fit', 'best-fit'] as const)
      plans.push([...fixed.plan, ...greedyPlan(problem, choice, fixed.quantities, fixed.limits)])
    if (!hasFixed || fixed.quantities.every((quantity) => quantity === 0)) break
  }
  return plans
}
