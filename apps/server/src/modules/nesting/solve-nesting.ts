import { type NestingProblem, nestingProblem } from './bar-patterns.rules.ts'
import { diveForPlan } from './dive-for-plan.ts'
import { enumeratePatterns } from './enumerate-patterns.rules.ts'
import { generatePatterns, type Relaxation, wholeDemand } from './generate-patterns.ts'
import { greedyPlan, penaltyOf, type Plan, totalCost } from './greedy-nesting.rules.ts'
import { nestingResult } from './nesting-result.rules.ts'
import type { NestingControl, NestingEnd, NestingInput, NestingResult } from './nesting.types.ts'
import { PatternMaster } from './pattern-master.ts'

/** Dives and searches before a plan that is not proven best is returned. */
const MAX_ROUNDS = 6
const MAX_ENUMERATED = 20_000

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Smallest difference between the costs of two plans; remnants have values of any fraction, so there a cent counts as nothing. */
const granularityOf = ({ bars, saw }: NestingProblem): number =>
  saw.remnantPerMetre === 0 ? bars.reduce((sum, { cost }) => divisor(sum, cost), 0) || 1 : 1

class NestingSearch {
  readonly #problem: NestingProblem
  readonly #control: NestingControl
  readonly #granularity: number
  plan: Plan
  cost: number
  bound = 0

  constructor(problem: NestingProblem, control: NestingControl) {
    this.#problem = problem
    this.#control = control
    this.#granularity = granularityOf(problem)
    this.plan = greedyPlan(problem, 'first-fit')
    this.cost = totalCost(problem, this.plan)
    this.#improve(greedyPlan(problem, 'best-fit'))
  }

  get isOptimal(): boolean {
    return this.cost - this.bound < this.#granularity * (1 - 1e-6)
  }

  #isOver = (): boolean => this.isOptimal || this.#control.isCancelled() || this.#control.remainingMs() <= 0

  get end(): NestingEnd {
    if (this.isOptimal) return 'optimal'
    if (this.#control.isCancelled()) return 'cancelled'
    return this.#control.remainingMs() <= 0 ? 'time_limit' : 'no_improvement'
  }

  #report(): void {
    const penalty = penaltyOf(this.#problem, this.plan)
    this.#control.onProgress({ cost: this.cost - penalty, bound: Math.max(0, this.bound - penalty) })
  }

  #improve(plan: Plan): void {
    const cost = totalCost(this.#problem, plan)
    if (cost >= this.cost - 1e-6) return
    this.plan = plan
    this.cost = cost
    this.#report()
  }

  #raiseBound(bound: number): void {
    // Costs are multiples of the granularity without remnants, so the bound rounds up to one.
    const rounded =
      this.#problem.saw.remnantPerMetre === 0
        ? Math.ceil(bound / this.#granularity - 1e-6) * this.#granularity
        : bound
    if (rounded <= this.bound) return
    this.bound = rounded
    this.#report()
  }

  #relax(master: PatternMaster, relaxed: boolean): Relaxation {
    const { quantities, limits } = wholeDemand(this.#problem)
    master.restrict(quantities, limits)
    const isOver = (bound: number) => {
      if (relaxed) this.#raiseBound(bound)
      return this.#isOver()
    }
    const relaxation = generatePatterns(this.#problem, master, { quantities, limits }, isOver, relaxed)
    if (relaxed) this.#raiseBound(relaxation.bound)
    return relaxation
  }

  /** A whole-number search over the patterns found so far, with their bound; null: no plan in time. */
  #searchPatterns(master: PatternMaster, nodes: number): { bound: number } | null {
    const { quantities, limits } = wholeDemand(this.#problem)
    master.restrict(quantities, limits)
    master.add(this.plan.map(({ pattern }) => pattern))
    const seconds = this.#control.remainingMs() / 1000
    if (seconds <= 0) return null
    const limit = { seconds, nodes, isCancelled: this.#control.isCancelled }
    const found = master.search(this.plan, limit, this.#granularity * (1 - 1e-6))
    if (found !== null) this.#improve(found.plan)
    return found
  }

  /** Proves the best plan where few enough patterns can be part of a better one. */
  #searchAll(master: PatternMaster, relaxation: Relaxation, limit: number): boolean {
    const step = this.#problem.saw.remnantPerMetre === 0 ? this.#granularity : 0
    const excess = this.cost - step - relaxation.cost + 1e-6 * this.#granularity
    const patterns = enumeratePatterns(this.#problem, relaxation, excess, limit)
    if (patterns === null) return false
    master.add(patterns)
    const found = this.#searchPatterns(master, 1_000_000)
    // Mitred parts might be arranged better than `arrange` does, so there the bound of the knapsack stays.
    if (found !== null && this.#problem.square) this.#raiseBound(Math.min(this.cost, found.bound))
    return true
  }

  #improveByRounds(master: PatternMaster, relaxation: Relaxation): void {
    for (let round = 0; round < MAX_ROUNDS && !this.#isOver(); round += 1) {
      for (const plan of diveForPlan(this.#problem, master, round, this.#isOver)) this.#improve(plan)
      if (this.#isOver()) return
      if (this.#searchAll(master, relaxation, round === 0 ? MAX_ENUMERATED / 10 : MAX_ENUMERATED)) return
      this.#searchPatterns(master, 50 * 4 ** round)
    }
  }

  async run(): Promise<void> {
    // Without bars there is one plan: nothing is made.
    if (this.#problem.bars.length === 0) this.#raiseBound(this.cost)
    if (this.isOptimal) return
    const master = await PatternMaster.open(this.#problem, this.#granularity)
    const knapsack = this.#problem.square && this.#problem.maxPartsPerBar === Number.POSITIVE_INFINITY
    const bounds = knapsack ? master : await PatternMaster.open(this.#problem, this.#granularity)
    try {
      const patterns = this.plan.map(({ pattern }) => pattern)
      master.add(patterns)
      bounds.add(patterns)
      const relaxation = this.#relax(bounds, true)
      if (!knapsack) this.#relax(master, false)
      this.#improveByRounds(master, relaxation)
    } finally {
      master.close()
      if (bounds !== master) bounds.close()
    }
  }
}

/**
 * The cheapest cutting plan: greedy plans to start with, patterns by column generation, whole bars by dives and by
 * HiGHS over the patterns found. The same input gives the same plan as long as no limit of time ends it.
 */
export async function solveNesting(input: NestingInput, control: NestingControl): Promise<NestingResult> {
  const problem = nestingProblem(input)
  const search = new NestingSearch(problem, control)
  await search.run()
  const bound = search.bound - penaltyOf(problem, search.plan)
  return nestingResult(input, problem, search.plan, { bound, end: search.end })
}
