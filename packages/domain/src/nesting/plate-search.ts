import { fillPlate } from './fill-plate.ts'
import type { CuttingRules, PlateLayout, PlateProblem, PlateStock } from './guillotine.ts'
import { areaOf, lowerBound, sumOf } from './plate-bound.ts'

export interface PlannedPlate extends PlateLayout {
  readonly stock: PlateStock
}

export interface PlatePlan {
  readonly plates: readonly PlannedPlate[]
  /** How many of each demand have no plate. */
  readonly unmade: readonly number[]
  /** Price of the plates less the value of the remnants. */
  readonly cost: number
  /** No plan that makes the same parts costs less. */
  readonly bound: number
  /** Share of the plates used, remnants aside, that is neither part nor remnant. */
  readonly waste: number
  readonly end: 'optimal' | 'time_limit' | 'no_improvement' | 'cancelled'
}

export interface SearchControl {
  readonly remainingMs: () => number
  readonly isCancelled: () => boolean
  readonly onProgress: (plan: Pick<PlatePlan, 'cost' | 'bound'>) => void
}

/** A search ends when so many attempts in a row found nothing better: some for every list, more for each size in it. */
const failures = { base: 40, perSize: 12, max: 400 } as const
/** Attempts that cut all plates anew; the first of them are greedy. */
const wholeAttempts = { greedy: 30, all: 32 } as const
/** Demands that a strip chooses among; once the time is over, fewer. */
const maxCandidates = 32

/** Numbers from 0 to 1, the same for every search, so that equal tasks begin alike. */
function randomNumbers(): () => number {
  let state = 7
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const netCost = ({ stock, remnants }: PlannedPlate, { remnantValue }: CuttingRules): number =>
  stock.cost - Math.min(stock.cost, remnantValue * sumOf(remnants.map(areaOf)))

/** One search: a first plan, then plates of it are cut anew and the better plan remains. */
class PlateSearch {
  readonly #problem: PlateProblem
  readonly #control: SearchControl
  readonly #random = randomNumbers()
  readonly #urgency: readonly number[]
  #plates: PlannedPlate[] = []
  #attempts = 0
  #left: number[]
  #stock: number[]

  constructor(problem: PlateProblem, control: SearchControl) {
    this.#problem = problem
    this.#control = control
    const days = [...new Set(problem.demands.map(({ due }) => due))].toSorted()
    // Earlier parts are worth more where stock runs out: a day later, a step less.
    this.#urgency = problem.demands.map(({ due }) => 1 + (days.length - days.indexOf(due)) / days.length)
    this.#left = problem.demands.map(({ quantity }) => quantity)
    this.#stock = problem.stock.map(({ quantity }) => quantity ?? Infinity)
  }

  run(): PlatePlan {
    const { end, bound } = this.#search()
    const { demands } = this.#problem
    const used = sumOf(this.#plates.map(({ stock, remnants }) => areaOf(stock) - sumOf(remnants.map(areaOf))))
    const parts = sumOf(this.#plates.flatMap((plate) => plate.parts.map(areaOf)))
    const dueOf = ({ parts: own }: PlannedPlate) =>
      own.map(({ demand }) => demands[demand]?.due ?? '').toSorted()[0] ?? ''
    return {
      plates: this.#plates.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1)),
      unmade: this.#left,
      cost: this.#costOf(this.#plates),
      bound,
      waste: used === 0 ? 0 : 1 - parts / used,
      end,
    }
  }

  #search(): { end: PlatePlan['end']; bound: number } {
    this.#plates = this.#build(1, true)
    let bound = this.#bound()
    const maxFailures = Math.min(
      failures.max,
      failures.base + failures.perSize * this.#problem.demands.length,
    )
    for (let failed = 0; failed < maxFailures; ) {
      if (this.#control.isCancelled()) return { end: 'cancelled', bound }
      if (this.#control.remainingMs() <= 0) return { end: 'time_limit', bound }
      if (this.#isProven(bound)) return { end: 'optimal', bound }
      failed = this.#attempt() ? 0 : failed + 1
      bound = this.#bound()
      if (failed === 0) this.#control.onProgress({ cost: this.#costOf(this.#plates), bound })
    }
    return { end: 'no_improvement', bound }
  }

  #isProven(bound: number): boolean {
    return this.#left.every((count) => count === 0) && this.#costOf(this.#plates) <= bound * (1 + 1e-9)
  }

  #bound(): number {
    const { demands } = this.#problem
    return this.#problem.stock.length === 0
      ? 0
      : lowerBound(
          this.#problem,
          demands.map(({ quantity }, at) => quantity - (this.#left[at] ?? 0)),
        )
  }

  #costOf(plates: readonly PlannedPlate[]): number {
    return sumOf(plates.map((plate) => netCost(plate, this.#problem.rules)))
  }

  /** Parts that are not made count first, then the cost. */
  #missing(): number {
    const { demands } = this.#problem
    return sumOf(
      this.#left.map((count, at) => count * (this.#urgency[at] ?? 1) * areaOf(demands[at] ?? zero)),
    )
  }

  /** Cuts some plates anew, bad ones more often; true: the plan is better. */
  #attempt(): boolean {
    if (this.#plates.length === 0) return false
    const [before, left, stock] = [this.#plates, [...this.#left], [...this.#stock]]
    const missing = this.#missing()
    // All of them first, greedily because that is fast, then a few at a time.
    const isWhole = this.#attempts < wholeAttempts.all
    const isGreedy = this.#attempts < wholeAttempts.greedy || this.#random() < 0.2
    const count = isWhole ? before.length : 2 + Math.floor(this.#random() * 2)
    this.#attempts += 1
    const ranked = before
      .map((plate) => ({ plate, order: this.#efficiency(plate) * (0.4 + this.#random()) }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ plate }) => plate)
    const removed = ranked.slice(0, count)
    this.#plates = ranked.slice(count)
    for (const plate of removed) this.#move(plate, 1)
    const added = this.#build(1 + this.#random() * 0.2, isGreedy)
    const change = this.#missing() - missing
    const saved = this.#costOf(removed) - this.#costOf(added)
    if (change < 0 || (change === 0 && saved >= 0)) {
      this.#plates = [...this.#plates, ...added]
      return change < 0 || saved > 1e-6
    }
    ;[this.#plates, this.#left, this.#stock] = [before, left, stock]
    return false
  }

  /** Returns the parts and the plate of a layout (1), or takes them (−1). */
  #move({ parts, stock }: PlannedPlate, sign: 1 | -1): void {
    for (const { demand } of parts) this.#left[demand] = (this.#left[demand] ?? 0) + sign
    const at = this.#problem.stock.indexOf(stock)
    this.#stock[at] = (this.#stock[at] ?? 0) + sign
  }

  #efficiency(plate: PlannedPlate): number {
    return (
      sumOf(plate.parts.map(areaOf)) /
      Math.max(1e-9, netCost(plate, this.#problem.rules) || areaOf(plate.stock))
    )
  }

  /** Plates for what is left, one after the other: of a few kinds the one that gives most for its cost. */
  #build(power: number, greedy: boolean): PlannedPlate[] {
    const built: PlannedPlate[] = []
    const noise = this.#problem.demands.map(() => 0.9 + 0.2 * this.#random())
    const values = this.#problem.demands.map(
      (demand, at) => areaOf(demand) ** power * (noise[at] ?? 1) * (this.#urgency[at] ?? 1) ** (power - 1),
    )
    const unfit = new Set<PlateStock>()
    for (;;) {
      const kinds = this.#kinds(unfit)
      if (kinds.length === 0) return built
      const filled = kinds.flatMap((stock) => {
        const layout = this.#fill(stock, values, greedy)
        if (layout === null) unfit.add(stock)
        return layout === null ? [] : [{ ...layout, stock }]
      })
      const [best] = filled.toSorted((a, b) => this.#efficiency(b) - this.#efficiency(a))
      if (best === undefined) continue
      this.#move(best, -1)
      built.push(best)
    }
  }

  /** Up to two kinds of plates that are left: the cheapest for its size, and another by chance. */
  #kinds(unfit: ReadonlySet<PlateStock>): PlateStock[] {
    if (this.#left.every((count) => count === 0)) return []
    const free = this.#problem.stock.filter((one, at) => (this.#stock[at] ?? 0) > 0 && !unfit.has(one))
    if (free.length <= 1) return free.slice(0, 1)
    const cheapest = free
      .map((stock) => ({ stock, order: (stock.cost / areaOf(stock)) * (1 + 0.2 * this.#random()) }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ stock }) => stock)
    return [
      ...cheapest.slice(0, 1),
      ...cheapest.slice(1 + Math.floor(this.#random() * (free.length - 1))).slice(0, 1),
    ]
  }

  #fill(stock: PlateStock, values: readonly number[], isGreedy: boolean): PlateLayout | null {
    const greedy = isGreedy || this.#control.remainingMs() <= 0
    const { demands, rules } = this.#problem
    const open = demands.flatMap((demand, at) =>
      (this.#left[at] ?? 0) > 0 ? [{ at, order: areaOf(demand) * (0.25 + this.#random()) }] : [],
    )
    const few = open.toSorted((a, b) => b.order - a.order).slice(0, maxCandidates)
    const filling = { demands, rules, left: this.#left, values, greedy }
    const some = (greedy ? open : few).map(({ at }) => at)
    return (
      fillPlate({ ...filling, candidates: some, across: this.#random() < 0.35 }, stock) ??
      fillPlate({ ...filling, candidates: open.map(({ at }) => at), across: false, greedy: true }, stock)
    )
  }
}

const zero = { length: 0, width: 0 }

/** Searches a cheap plan until it is proven best, the time is over, or nothing better is found. */
export const nestPlates = (problem: PlateProblem, control: SearchControl): PlatePlan =>
  new PlateSearch(problem, control).run()
