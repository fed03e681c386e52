import highsModule, { type Highs, type Model } from 'highs'
import type { BarPattern, NestingProblem } from './bar-patterns.rules.ts'
import { patternKey, type Plan, unmadeByDemand } from './greedy-nesting.rules.ts'

// The package declares its types as CommonJS only; Node imports its ES module, whose default export is the loader.
const loadHighs = highsModule as unknown as typeof highsModule.default
/** Compiled once a thread, at the first use. */
let loading: Promise<Highs> | undefined

/** Position of the event in the map of callbacks that HiGHS calls during a search. */
const MIP_INTERRUPT = 6

interface MasterSolution {
  readonly cost: number
  /** Bars of each pattern, in the order of `patterns`. */
  readonly bars: Float64Array
  /** Value of one more part of each type. */
  readonly partValues: Float64Array
  /** What one more bar of each type with a limit would save; negative or 0. */
  readonly barValues: Float64Array
}

export interface SearchLimits {
  readonly seconds: number
  readonly nodes: number
  readonly isCancelled: () => boolean
}

interface SearchResult {
  readonly plan: Plan
  /** Nothing over the patterns found costs less than this. */
  readonly bound: number
}

/**
 * The linear program over the patterns found so far: parts of each type are covered by bars or left unmade at their
 * penalty, and no type of bar is used more often than there are. Costs are divided by `scale`, because HiGHS works with absolute
 * tolerances.
 */
export class PatternMaster {
  readonly patterns: BarPattern[] = []
  readonly #keys = new Set<string>()
  readonly #problem: NestingProblem
  readonly #model: Model
  readonly #scale: number
  readonly #firstPattern: number
  /** Demand of each column of unmade parts. */
  readonly #unmade: readonly number[]
  readonly #infinity: number
  readonly #barRows: ReadonlyMap<number, number>

  private constructor(highs: Highs, problem: NestingProblem, granularity: number) {
    this.#problem = problem
    this.#scale = granularity
    this.#infinity = highs.infinity
    const { types, bars } = problem
    this.#barRows = new Map(bars.map(({ index }, row) => [index, types.length + row]))
    const unmade = types.flatMap(({ demands }, type) => demands.map((demand) => ({ type, demand })))
    this.#firstPattern = unmade.length
    this.#unmade = unmade.map(({ demand }) => demand)
    const limits = bars.map(({ limit }) => Math.min(limit, highs.infinity))
    this.#model = highs.createModel({
      numCols: unmade.length,
      numRows: types.length + bars.length,
      colCost: unmade.map(({ demand }) => (problem.penalties[demand] ?? 0) / granularity),
      colLower: unmade.map(() => 0),
      colUpper: unmade.map(({ demand }) => problem.quantities[demand] ?? 0),
      rowLower: [...types.map(({ quantity }) => quantity), ...bars.map(() => -highs.infinity)],
      rowUpper: [...types.map(() => highs.infinity), ...limits],
      matrix: {
        format: 'csc',
        numRows: types.length + bars.length,
        numCols: unmade.length,
        starts: [...unmade.keys(), unmade.length],
        indices: unmade.map(({ type }) => type),
        values: unmade.map(() => 1),
      },
    })
    this.#model.options.set({ output_flag: false, random_seed: 0 })
  }

  static async open(problem: NestingProblem, granularity: number): Promise<PatternMaster> {
    loading ??= loadHighs()
    return new PatternMaster(await loading, problem, granularity)
  }

  /** Adds patterns that are not there yet; returns how many. */
  add(patterns: readonly BarPattern[]): number {
    const added = patterns.filter((pattern) => {
      const key = patternKey(pattern)
      return !this.#keys.has(key) && this.#keys.add(key)
    })
    for (const pattern of added) {
      this.patterns.push(pattern)
      const row = this.#barRows.get(pattern.bar)
      this.#model.addCol(pattern.cost / this.#scale, 0, this.#infinity, {
        indices: [...pattern.counts.keys(), ...(row === undefined ? [] : [row])],
        values: [...pattern.counts.values(), ...(row === undefined ? [] : [1])],
      })
    }
    return added.length
  }

  /** Leaves only these parts to be made and these bars to be used. */
  restrict(quantities: readonly number[], limits: ReadonlyMap<number, number>): void {
    quantities.forEach((quantity, row) => this.#model.changeRowBounds(row, quantity, this.#infinity))
    for (const [bar, row] of this.#barRows)
      this.#model.changeRowBounds(row, -this.#infinity, Math.min(limits.get(bar) ?? 0, this.#infinity))
  }

  relax(): MasterSolution {
    this.#model.run()
    const { colValue, rowDual } = this.#model.getSolution()
    const types = this.#problem.types.length
    return {
      cost: this.#model.getObjectiveValue() * this.#scale,
      bars: colValue.slice(this.#firstPattern),
      partValues: rowDual.slice(0, types).map((value) => value * this.#scale),
      barValues: rowDual.slice(types).map((value) => value * this.#scale),
    }
  }

  /** Whole bars: a plan over the patterns found, starting from `start`, that is at most `gap` from the best one; null: none in time. */
  search(start: Plan, { seconds, nodes, isCancelled }: SearchLimits, gap: number): SearchResult | null {
    const columns = this.#firstPattern + this.patterns.length
    const every = { kind: 'range', from: 0, to: columns - 1 } as const
    const { options, info } = this.#model
    this.#model.changeColsIntegrality(every, new Int32Array(columns).fill(1))
    // The limit of time counts from the first run of the model otherwise.
    this.#model.zeroAllClocks()
    options.set({ time_limit: seconds, mip_max_nodes: nodes, mip_abs_gap: gap / this.#scale, mip_rel_gap: 0 })
    this.#setStart(start)
    try {
      this.#model.run({
        [MIP_INTERRUPT]: (event) => {
          if (isCancelled()) event.interrupt()
          return undefined
        },
      })
      if (info.get('primal_solution_status') !== 2) return null
      const { colValue } = this.#model.getSolution()
      const plan = this.patterns.flatMap((pattern, index) => {
        const bars = Math.round(colValue[this.#firstPattern + index] ?? 0)
        return bars > 0 ? [{ pattern, bars }] : []
      })
      return { plan, bound: Number(info.get('mip_dual_bound')) * this.#scale }
    } finally {
      this.#model.changeColsIntegrality(every, new Int32Array(columns))
      options.set({ time_limit: 1e9 })
    }
  }

  #setStart(start: Plan): void {
    const positions = new Map(this.patterns.map((pattern, index) => [patternKey(pattern), index]))
    const values = new Float64Array(this.#firstPattern + this.patterns.length)
    const unmade = unmadeByDemand(this.#problem, start)
    this.#unmade.forEach((demand, column) => {
      values[column] = unmade.get(demand) ?? 0
    })
    for (const { pattern, bars } of start) {
      const position = positions.get(patternKey(pattern))
      if (position === undefined) return
      values[this.#firstPattern + position] = bars
    }
    this.#model.setSolution({ colValue: values })
  }

  close(): void {
    this.#model.dispose()
  }
}
