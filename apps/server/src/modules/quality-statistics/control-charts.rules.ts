import { controlConstants } from './control-constants.rules.ts'

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

export interface Sample {
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
