import { mean, standardDeviation } from './control-charts.rules.ts'

/** How well a process fits between its limits. Null where it cannot be said: a limit is missing, or nothing varies. */
export interface Capability {
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
