import type { NestingInput, PartDemand, SawRules, StockLine } from './nesting.types.ts'

/** Equal parts of one or several demands. */
interface PartType {
  readonly length: number
  readonly left: number
  readonly right: number
  readonly reversible: boolean
  readonly quantity: number
  /** Share of a bar that one such part needs at least, half of each neighbouring cut included. */
  readonly size: number
  /** Positions in the input, the earliest due first. */
  readonly demands: readonly number[]
}

export interface BarType {
  readonly index: number
  /** Sum of sizes that a bar can hold at most. */
  readonly capacity: number
  /** From the end of the trim to the clamp. */
  readonly usable: number
  readonly length: number
  readonly cost: number
  /** Cents for a tenth of a millimetre of its remnant, never more than it cost itself. */
  readonly remnantRate: number
  readonly limit: number
  readonly remnant: boolean
}

export interface NestingProblem {
  readonly saw: SawRules
  readonly types: readonly PartType[]
  readonly bars: readonly BarType[]
  /** For each demand the cost of leaving one part unmade; higher than any bar, and the higher the earlier it is due. */
  readonly penalties: readonly number[]
  readonly quantities: readonly number[]
  /** Greatest amount by which the rest of a bar may exceed its length less the sizes of its parts. */
  readonly slack: number
  /** Whether all cuts are square, so that sizes describe bars exactly. */
  readonly square: boolean
  readonly maxPartsPerBar: number
}

/** How often each type is in one bar, by type. */
export type PartCounts = ReadonlyMap<number, number>

export interface BarPattern {
  readonly bar: number
  readonly counts: PartCounts
  /** Price of the bar less the value of its remnant. */
  readonly cost: number
}

const radians = (tenths: number): number => (tenths / 10) * (Math.PI / 180)
/** Width of a cut along the bar; rounded up, so that parts never touch. */
const cutWidth = (saw: SawRules, angle: number): number =>
  Math.ceil(saw.kerf / Math.cos(radians(angle)) - 1e-9)
/** Distance between the tips of two neighbours; negative where parallel mitre cuts let them overlap. */
function gapBetween(saw: SawRules, right: number, left: number): number {
  if (right !== left) return Math.max(cutWidth(saw, right), cutWidth(saw, left))
  const overlap = saw.profileHeight * Math.abs(Math.tan(radians(right)))
  return Math.ceil(saw.kerf / Math.cos(radians(right)) - overlap - 1e-9)
}
const halfGap = (saw: SawRules, angle: number): number => gapBetween(saw, angle, angle) / 2

const priceOf = ({ price, length }: StockLine): number =>
  'perBar' in price ? price.perBar : Math.round((price.perKg * price.kgPerMetre * length) / 10_000)

function partTypes({ demands, saw }: NestingInput): PartType[] {
  const groups = Map.groupBy(demands.keys(), (index) => {
    const { length, ends, reversible = false } = demands[index] as PartDemand
    const { left = 0, right = 0 } = ends ?? {}
    // A limit of different parts counts demands, so equal parts of two demands stay apart.
    return JSON.stringify([length, left, right, reversible, saw.maxPartsPerBar === undefined ? 0 : index])
  })
  const types = [...groups.values()].map((indices): PartType => {
    const sorted = indices.toSorted(
      (a, b) => (demands[a]?.due ?? '').localeCompare(demands[b]?.due ?? '') || a - b,
    )
    const { length, ends, reversible = false } = demands[sorted[0] as number] as PartDemand
    const { left = 0, right = 0 } = ends ?? {}
    const size = Math.max(1, Math.floor(length + halfGap(saw, left) + halfGap(saw, right)))
    const quantity = sorted.reduce((sum, index) => sum + (demands[index]?.quantity ?? 0), 0)
    return { length, left, right, reversible, quantity, size, demands: sorted }
  })
  return types
    .filter(({ quantity }) => quantity > 0)
    .toSorted((a, b) => b.size - a.size || b.length - a.length)
}

/**
 * Sizes turn a bar into a knapsack. With square cuts that is exact: each part needs its length and one kerf, and the
 * last kerf of a bar may lie beyond its end, unless the clamp is there. Mitred parts count as if both ends shared
 * their cuts, so the knapsack never excludes a bar that can be cut; {@link arrange} decides which ones can.
 */
export function nestingProblem(input: NestingInput): NestingProblem {
  const { saw, stock, demands } = input
  const types = partTypes(input)
  const widest = Math.max(
    saw.kerf,
    ...types.flatMap(({ left, right }) => [cutWidth(saw, left), cutWidth(saw, right)]),
  )
  const bars = stock.map((line, index): BarType => {
    const usable = line.length - saw.startTrim - saw.clampEnd
    const capacity = usable + widest - (saw.clampEnd > 0 ? saw.kerf : 0)
    const limit = line.quantity ?? Number.POSITIVE_INFINITY
    const cost = priceOf(line)
    return {
      index,
      capacity,
      usable,
      length: line.length,
      cost,
      remnantRate: Math.min(saw.remnantPerMetre / 10_000, cost / line.length),
      limit,
      remnant: line.remnant === true,
    }
  })
  const highest = Math.max(1, ...bars.map(({ cost }) => cost))
  const days = [...new Set(demands.map(({ due }) => due))].sort().reverse()
  const rank = new Map(days.map((day, index) => [day, index]))
  return {
    saw,
    types,
    bars: bars
      .filter(({ usable, limit }) => usable > 0 && limit > 0)
      .toSorted(
        (a, b) =>
          Number(b.remnant) - Number(a.remnant) || a.cost / a.usable - b.cost / b.usable || a.index - b.index,
      ),
    penalties: demands.map(({ due }) => 2 * highest * (1 + (rank.get(due) ?? 0))),
    quantities: demands.map(({ quantity }) => quantity),
    slack: widest - saw.kerf,
    square: types.every(({ left, right }) => left === 0 && right === 0),
    maxPartsPerBar: saw.maxPartsPerBar ?? Number.POSITIVE_INFINITY,
  }
}

interface ArrangedPart {
  readonly type: number
  readonly from: number
  readonly reversed: boolean
}

interface Arrangement {
  readonly parts: readonly ArrangedPart[]
  /** From the start of the first part to the end of the last one. */
  readonly used: number
  /** Cut that separates the last part from the rest. */
  readonly lastCut: number
}

/** The next part that shares most with the end before it; longer parts first. */
function nextPart({ types, saw }: NestingProblem, left: Map<number, number>, end: number | null) {
  let best: { type: number; reversed: boolean; gap: number } | undefined
  for (const [type] of left) {
    const part = types[type] as PartType
    for (const reversed of part.reversible && part.left !== part.right ? [false, true] : [false]) {
      const gap = end === null ? 0 : gapBetween(saw, end, reversed ? part.right : part.left)
      if (best === undefined || gap < best.gap) best = { type, reversed, gap }
    }
  }
  return best
}

/** Cutting order of the parts of one bar, so that parallel ends are neighbours where possible. */
export function arrange(problem: NestingProblem, counts: PartCounts): Arrangement {
  const left = new Map([...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b))
  const parts: ArrangedPart[] = []
  let used = 0
  let end: number | null = null
  for (let next = nextPart(problem, left, end); next !== undefined; next = nextPart(problem, left, end)) {
    const { type, reversed, gap } = next
    const part = problem.types[type] as PartType
    parts.push({ type, from: used + gap, reversed })
    used += gap + part.length
    end = reversed ? part.left : part.right
    const count = (left.get(type) ?? 0) - 1
    if (count > 0) left.set(type, count)
    else left.delete(type)
  }
  return { parts, used, lastCut: cutWidth(problem.saw, end ?? 0) }
}

export function sizeOf({ types }: NestingProblem, counts: PartCounts): number {
  let size = 0
  for (const [type, count] of counts) size += (types[type] as PartType).size * count
  return size
}

/** Whether a bar of this type can be cut into these parts. */
export function fits(problem: NestingProblem, bar: BarType, counts: PartCounts): boolean {
  if (counts.size > problem.maxPartsPerBar || sizeOf(problem, counts) > bar.capacity) return false
  if (problem.square) return true
  const { used, lastCut } = arrange(problem, counts)
  return used + (problem.saw.clampEnd > 0 ? lastCut : 0) <= bar.usable
}

/** Length that goes back to stock. */
export function remnantOf({ saw }: NestingProblem, bar: BarType, { used, lastCut }: Arrangement): number {
  const rest = bar.length - saw.startTrim - used - lastCut
  return rest > 0 && rest >= saw.minRemnant ? rest : 0
}

export const remnantValue = ({ saw }: NestingProblem, { remnantRate }: BarType, length: number): number =>
  length > 0 && length >= saw.minRemnant ? length * remnantRate : 0

export function barPattern(problem: NestingProblem, bar: BarType, counts: PartCounts): BarPattern {
  if (bar.remnantRate === 0) return { bar: bar.index, counts, cost: bar.cost }
  const remnant = remnantOf(problem, bar, arrange(problem, counts))
  return { bar: bar.index, counts, cost: bar.cost - remnantValue(problem, bar, remnant) }
}
