import { chartSignals } from '@cloud-factory/contract/quality-statistics/quality-statistics'

/**
 * What a run of points says beyond chance (Nelson, Journal of Quality Technology 16, 1984; the first, fifth, sixth and
 * a longer second are the Western Electric rules).
 */
type SignalRule = (typeof chartSignals)[number]

interface Signal {
  readonly rule: SignalRule
  /** Index of the point that completes it. */
  readonly point: number
}

/**
 * Rules that suppose nothing about how points spread about the centre. Where a limit is cut off at zero, as that of shares
 * often is, a third of the way to it is no deviation: the zones would call every day without a reject a signal.
 */
export const withoutZones = ['beyond', 'nine_one_side', 'six_trend', 'fourteen_alternate'] as const

/** All signals of a line, in the order of points; the zones are thirds between centre and limit of each point. */
export function signalsOf(line: ControlLine, rules: readonly SignalRule[] = chartSignals): Signal[] {
  const zones = line.points.map((point, index) => zoneOf(line, point, index))
  return zones.flatMap((_, point) =>
    rules.flatMap((rule): Signal[] => (tests[rule](zones, line.points, point) ? [{ rule, point }] : [])),
  )
}

/** Distance from the centre in thirds of the way to the limit: −3 … 3 is inside. */
function zoneOf({ centre, lower, upper }: ControlLine, point: number, index: number): number {
  const limit = point < centre ? (lower[index] ?? centre) : (upper[index] ?? centre)
  const reach = Math.abs(limit - centre)
  if (point === centre) return 0
  return reach === 0 ? Math.sign(point - centre) * Number.POSITIVE_INFINITY : (3 * (point - centre)) / reach
}

type Test = (zones: readonly number[], points: readonly number[], at: number) => boolean

const last = (values: readonly number[], at: number, count: number): readonly number[] | null =>
  at + 1 < count ? null : values.slice(at + 1 - count, at + 1)

/** `count` of the last `of` lie beyond `zone` on the same side as the last one, which lies there too. */
const most =
  (count: number, of: number, zone: number): Test =>
  (zones, _points, at) => {
    const run = last(zones, at, of)
    const side = Math.sign(zones[at] ?? 0)
    const isBeyond = (value: number) => value * side > zone
    return run !== null && isBeyond(zones[at] ?? 0) && run.filter(isBeyond).length >= count
  }

const tests: Readonly<Record<SignalRule, Test>> = {
  beyond: (zones, _points, at) => Math.abs(zones[at] ?? 0) > 3,
  nine_one_side: (zones, _points, at) => {
    const run = last(zones, at, 9)
    return run !== null && (run.every((value) => value > 0) || run.every((value) => value < 0))
  },
  six_trend: (_zones, points, at) => {
    const steps = stepsOf(last(points, at, 6))
    return steps !== null && (steps.every((step) => step > 0) || steps.every((step) => step < 0))
  },
  fourteen_alternate: (_zones, points, at) => {
    const steps = stepsOf(last(points, at, 14))
    return steps !== null && steps.every((step, index) => index === 0 || step * (steps[index - 1] ?? 0) < 0)
  },
  two_of_three: most(2, 3, 2),
  four_of_five: most(4, 5, 1),
}

const stepsOf = (run: readonly number[] | null): number[] | null =>
  run === null ? null : run.slice(1).map((value, index) => value - (run[index] ?? value))

/** Factors of control charts for subgroups of 2 to 10, by the names of ASTM MNL 7 and ISO 7870-2. */
interface ControlConstants {
  readonly a2: number
  readonly a3: number
  readonly b3: number
  readonly b4: number
  readonly c4: number
  readonly d2: number
  /** D3 and D4, of the chart of ranges. */
  readonly d3: number
  readonly d4: number
}

/**
 * Mean d2 and standard deviation d3 of the range of n values of a normal distribution of deviation 1, to the digits of a
 * double: d2 = ∫ 1 − Φⁿ − (1 − Φ)ⁿ, d3² = ∫∫ n(n − 1) w² φ(x) φ(x + w) (Φ(x + w) − Φ(x))ⁿ⁻² − d2², integrated with thirty digits.
 */
const ranges: Readonly<Record<number, readonly [mean: number, deviation: number]>> = {
  2: [1.1283791670955126, 0.852502466427422],
  3: [1.692568750643269, 0.8883680040452043],
  4: [2.058750746007928, 0.8798082028249833],
  5: [2.325928947281039, 0.864081941099504],
  6: [2.534412721222943, 0.8480396861174953],
  7: [2.7043567512138087, 0.8332053356222937],
  8: [2.8472006120905555, 0.819831489791944],
  9: [2.970026324418474, 0.8078342745533224],
  10: [3.077505461670346, 0.7970506735194112],
}

/** Γ(n ÷ 2) ÷ Γ((n − 1) ÷ 2), from that of two by Γ(x + 1) = x·Γ(x). */
const gammaRatio = (n: number): number => (n === 2 ? 1 / Math.sqrt(Math.PI) : (n - 2) / 2 / gammaRatio(n - 1))

/** The factors of subgroups of `size` readings; rejects sizes outside 2 … 10 as a fault of the caller. */
export function controlConstants(size: number): ControlConstants {
  const range = ranges[size]
  if (range === undefined) throw new RangeError(`no control chart for subgroups of ${size}`)
  const [d2, deviation] = range
  const c4 = Math.sqrt(2 / (size - 1)) * gammaRatio(size)
  const ofDeviation = (3 * Math.sqrt(1 - c4 * c4)) / c4
  const ofRange = (3 * deviation) / d2
  return {
    a2: 3 / (d2 * Math.sqrt(size)),
    a3: 3 / (c4 * Math.sqrt(size)),
    b3: Math.max(0, 1 - ofDeviation),
    b4: 1 + ofDeviation,
    c4,
    d2,
    d3: Math.max(0, 1 - ofRange),
    d4: 1 + ofRange,
  }
}

/** One line of a chart: its points, centre and limits. Limits may differ from point to point (p and u charts). */
export interface ControlLine {
  readonly points: readonly number[]
  readonly centre: number
  readonly lower: readonly number[]
  readonly upper: readonly number[]
}

export interface ControlChart {
  /** Means, single values, shares or rates. */
  readonly location: ControlLine
  /** Ranges or standard deviations of subgroups, moving ranges; null on p and u charts. */
  readonly spread: ControlLine | null
  /** Estimate of the process's own standard deviation, from the spread line; null on p and u charts. */
  readonly sigma: number | null
}

/** Below so many subgroups limits mean little: a chart is shown without them (Montgomery: 20 to 25 subgroups). */
export const groupsForLimits = 20

/** X̄-R: x̄̄ ± A2·R̄; D3·R̄ … D4·R̄; σ = R̄ ÷ d2. Groups of one size, 2 to 10. */
export function xbarRange(groups: readonly (readonly number[])[]): ControlChart {
  const { a2, d2, d3, d4 } = controlConstants(sizeOf(groups))
  const spread = groups.map((group) => Math.max(...group) - Math.min(...group))
  return subgrouped(groups, spread, { a: a2, low: d3, high: d4, divisor: d2 })
}

/** X̄-s: x̄̄ ± A3·s̄; B3·s̄ … B4·s̄; σ = s̄ ÷ c4. Groups of one size, 2 to 10. */
export function xbarDeviation(groups: readonly (readonly number[])[]): ControlChart {
  const { a3, b3, b4, c4 } = controlConstants(sizeOf(groups))
  return subgrouped(groups, groups.map(standardDeviation), { a: a3, low: b3, high: b4, divisor: c4 })
}

interface Factors {
  readonly a: number
  readonly low: number
  readonly high: number
  readonly divisor: number
}

function subgrouped(
  groups: readonly (readonly number[])[],
  spread: readonly number[],
  { a, low, high, divisor }: Factors,
): ControlChart {
  const means = groups.map(mean)
  const centre = mean(means)
  const typical = mean(spread)
  return {
    location: line(means, centre, centre - a * typical, centre + a * typical),
    spread: line(spread, typical, low * typical, high * typical),
    sigma: typical / divisor,
  }
}

/** I-MR: x̄ ± 2.66·M̄R (3 ÷ d2 of two); moving range up to 3.267·M̄R. At least two values. */
export function individuals(values: readonly number[]): ControlChart {
  const { d2, d4 } = controlConstants(2)
  const ranges = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)))
  const centre = mean(values)
  const typical = mean(ranges)
  const reach = (3 / d2) * typical
  return {
    location: line(values, centre, centre - reach, centre + reach),
    spread: line(ranges, typical, 0, d4 * typical),
    sigma: typical / d2,
  }
}

interface Sample {
  /** Pieces inspected (p), or units of what defects are counted on (u); above 0. */
  readonly size: number
  /** Rejected pieces, or defects. */
  readonly count: number
}

/** p: p̄ ± 3·√(p̄(1−p̄) ÷ n), between 0 and 1. */
export function rejectedShare(samples: readonly Sample[]): ControlChart {
  const centre = pooled(samples)
  return attributes(samples, centre, (size) => Math.sqrt((centre * (1 - centre)) / size), 1)
}

/** u: ū ± 3·√(ū ÷ n), never below 0. */
export function defectRate(samples: readonly Sample[]): ControlChart {
  const centre = pooled(samples)
  return attributes(samples, centre, (size) => Math.sqrt(centre / size), Number.POSITIVE_INFINITY)
}

function attributes(
  samples: readonly Sample[],
  centre: number,
  deviation: (size: number) => number,
  most: number,
): ControlChart {
  return {
    location: {
      points: samples.map(({ size, count }) => count / size),
      centre,
      lower: samples.map(({ size }) => Math.max(0, centre - 3 * deviation(size))),
      upper: samples.map(({ size }) => Math.min(most, centre + 3 * deviation(size))),
    },
    spread: null,
    sigma: null,
  }
}

const pooled = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { count }) => sum + count, 0) / samples.reduce((sum, { size }) => sum + size, 0)

const line = (points: readonly number[], centre: number, lower: number, upper: number): ControlLine => ({
  points,
  centre,
  lower: points.map(() => lower),
  upper: points.map(() => upper),
})

const sizeOf = (groups: readonly (readonly number[])[]): number => groups[0]?.length ?? 0

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Of a sample: divided by n − 1. */
export function standardDeviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/** How well a process fits between its limits. Null where it cannot be said: a limit is missing, or nothing varies. */
interface Capability {
  /** (USL − LSL) ÷ 6σ, with σ from the control chart: what the process could do. */
  readonly cp: number | null
  /** min(USL − x̄, x̄ − LSL) ÷ 3σ; with one limit, its side alone. */
  readonly cpk: number | null
  /** The same two with the standard deviation of all readings: what it did. */
  readonly pp: number | null
  readonly ppk: number | null
  /**
   * (USL − LSL) ÷ 6√(s² + (x̄ − T)²), with the standard deviation of all readings: also how far the mean lies from the target
   * T (NIST/SEMATECH e-Handbook, 6.1.6).
   */
  readonly cpm: number | null
}

interface Limits {
  readonly lower: number | null
  readonly upper: number | null
  readonly target: number
}

/** Capability of readings between limits; `sigma` is the estimate within subgroups. Limits may be null on one side. */
export function capabilityOf(
  values: readonly number[],
  sigma: number,
  { lower, upper, target }: Limits,
): Capability {
  const centre = mean(values)
  const overall = standardDeviation(values)
  const wide = (by: number) =>
    lower === null || upper === null || !(by > 0) ? null : (upper - lower) / (6 * by)
  const near = (by: number) => {
    const sides = [upper === null ? null : upper - centre, lower === null ? null : centre - lower]
    const known = sides.filter((side) => side !== null)
    return known.length === 0 || !(by > 0) ? null : Math.min(...known) / (3 * by)
  }
  return {
    cp: wide(sigma),
    cpk: near(sigma),
    pp: wide(overall),
    ppk: near(overall),
    cpm: overall > 0 ? wide(Math.hypot(overall, centre - target)) : null,
  }
}
