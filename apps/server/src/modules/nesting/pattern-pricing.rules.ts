import { type BarType, type NestingProblem, type PartCounts, remnantValue } from './bar-patterns.rules.ts'

/** A group of equal parts, so that any number of them is a sum of groups: 1, 2, 4 … and the rest. */
interface PartGroup {
  readonly type: number
  readonly count: number
  readonly size: number
  readonly value: number
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Groups of the parts that are worth something, those first that are worth most for their size. */
function groupsOf(
  problem: NestingProblem,
  values: ArrayLike<number>,
  limits: ArrayLike<number>,
  capacity: number,
  unit: number,
): PartGroup[] {
  const groups = problem.types.flatMap(({ size }, type): PartGroup[] => {
    const value = values[type] ?? 0
    if (value <= 1e-9) return []
    const own: PartGroup[] = []
    let left = Math.min(limits[type] ?? 0, Math.floor((capacity * unit) / size))
    for (let count = 1; left > 0; count *= 2) {
      const part = Math.min(count, left)
      own.push({ type, count: part, size: (size * part) / unit, value: value * part })
      left -= part
    }
    return own
  })
  return groups.toSorted((a, b) => b.value / b.size - a.value / a.size)
}

export interface PricedPattern {
  readonly bar: BarType
  readonly counts: PartCounts
  /** Value of the parts and of the remnant. */
  readonly value: number
}

/**
 * Undominated contents of a bar: each is longer and worth more than the one before. Sizes are multiples of the greatest
 * common divisor of all parts; `steps` lead back to the groups.
 */
class Contents {
  readonly room: number
  readonly sizes: Float64Array
  readonly values: Float64Array
  readonly steps: Int32Array
  count = 0

  constructor(room: number) {
    this.room = room
    this.sizes = new Float64Array(room)
    this.values = new Float64Array(room)
    this.steps = new Int32Array(room)
  }

  push(size: number, value: number, step: number): void {
    this.sizes[this.count] = size
    this.values[this.count] = value
    this.steps[this.count] = step
    this.count += 1
  }

  /** Infinite where there is none, and where it would be too long with what is added. */
  sizeAt(at: number, added: number, capacity: number): number {
    const size = at < this.count ? (this.sizes[at] as number) + added : Number.POSITIVE_INFINITY
    return size > capacity ? Number.POSITIVE_INFINITY : size
  }

  /** The position of the last content of at most this size. */
  lastWithin(size: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if ((this.sizes[middle] as number) <= size) low = middle
      else high = middle - 1
    }
    return low
  }
}

/** How a content came about: the group that was added, and the step before. */
class Steps {
  #groups = new Int32Array(1024)
  #before = new Int32Array(1024)
  #count = 1

  add(group: number, before: number): number {
    if (this.#count === this.#groups.length) {
      this.#groups = doubled(this.#groups)
      this.#before = doubled(this.#before)
    }
    this.#groups[this.#count] = group
    this.#before[this.#count] = before
    this.#count += 1
    return this.#count - 1
  }

  *back(from: number): Generator<number> {
    for (let at = from; at > 0; at = this.#before[at] as number) yield this.#groups[at] as number
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(array.length * 2)
  next.set(array)
  return next
}

/** The best value found for each bar; a content that cannot reach any of them is dropped. Not where remnants have a value. */
class ValueBounds {
  readonly #capacities: readonly number[]
  readonly #best: number[]
  readonly #isOpen: boolean

  constructor(bars: readonly BarType[], unit: number) {
    this.#capacities = bars.map((bar) => Math.floor(bar.capacity / unit))
    this.#best = bars.map(() => 0)
    this.#isOpen = bars.some(({ remnantRate }) => remnantRate > 0)
  }

  note(contents: Contents): void {
    if (this.#isOpen) return
    this.#capacities.forEach((capacity, bar) => {
      this.#best[bar] = Math.max(
        this.#best[bar] as number,
        contents.values[contents.lastWithin(capacity)] ?? 0,
      )
    })
  }

  /** `density`: value for a unit of length that further parts have at most. */
  isBelowBest(size: number, value: number, density: number): boolean {
    if (this.#isOpen) return false
    for (let bar = 0; bar < this.#best.length; bar += 1) {
      const room = (this.#capacities[bar] as number) - size
      if (room >= 0 && value + density * room >= (this.#best[bar] as number) - 1e-9) return false
    }
    return true
  }
}

interface Addition {
  readonly group: PartGroup
  readonly index: number
  readonly capacity: number
  readonly density: number
}

/** The undominated contents without and with a group. */
function addGroup(
  from: Contents,
  into: Contents,
  { group, index, capacity, density }: Addition,
  steps: Steps,
  bounds: ValueBounds,
): Contents {
  const next = into.room >= 2 * from.count ? into : new Contents(4 * from.count)
  next.count = 0
  let best = Number.NEGATIVE_INFINITY
  let nextPlain = 0
  let nextLonger = 0
  for (;;) {
    const plain = from.sizeAt(nextPlain, 0, capacity)
    const longer = from.sizeAt(nextLonger, group.size, capacity)
    const size = Math.min(plain, longer)
    if (size === Number.POSITIVE_INFINITY) return next
    const isAdded = longer < plain
    const at = isAdded ? nextLonger : nextPlain
    const value = (from.values[at] as number) + (isAdded ? group.value : 0)
    if (isAdded) nextLonger += 1
    else nextPlain += 1
    if (value <= best + 1e-12) continue
    best = value
    if (bounds.isBelowBest(size, value, density)) continue
    const step = from.steps[at] as number
    next.push(size, value, isAdded ? steps.add(index, step) : step)
  }
}

/**
 * The most valuable content of each type of bar, exactly: one bounded knapsack serves every stock length. It lists
 * the undominated contents (Nemhauser and Ullmann 1969). `values` are those of one part of each
 * type, `limits` the parts that remain.
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
  const steps = new Steps()
  const bounds = new ValueBounds(bars, unit)
  let contents = new Contents(1024)
  let spare = new Contents(1024)
  contents.push(0, 0, 0)
  groups.forEach((group, index) => {
    const { value = 0, size = 1 } = groups[index + 1] ?? {}
    const next = addGroup(contents, spare, { group, index, capacity, density: value / size }, steps, bounds)
    spare = contents
    contents = next
    bounds.note(contents)
  })
  return bars.map((bar) => {
    const [at, value] = bestContent(problem, bar, contents, unit)
    const counts = new Map<number, number>()
    for (const index of steps.back(contents.steps[at] as number)) {
      const { type, count } = groups[index] as PartGroup
      counts.set(type, (counts.get(type) ?? 0) + count)
    }
    return { bar, counts, value }
  })
}

/** The best content of a bar, whose rest may have a value too. */
function bestContent(
  problem: NestingProblem,
  bar: BarType,
  contents: Contents,
  unit: number,
): [number, number] {
  const last = contents.lastWithin(Math.floor(bar.capacity / unit))
  if (bar.remnantRate === 0) return [last, contents.values[last] as number]
  let best = last
  let value = Number.NEGATIVE_INFINITY
  for (let at = last; at >= 0; at -= 1) {
    const rest = bar.length - problem.saw.startTrim - (contents.sizes[at] as number) * unit + problem.slack
    const sum = (contents.values[at] as number) + remnantValue(problem, bar, rest)
    if (sum > value + 1e-12) {
      best = at
      value = sum
    }
  }
  return [best, value]
}
