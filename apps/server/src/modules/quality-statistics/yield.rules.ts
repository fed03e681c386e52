/** Inspected for the first time, and passed then. */
export interface FirstPass {
  readonly inspected: number
  readonly passed: number
}

/** First-pass yield, 0 to 1; null when nothing was inspected. */
export const firstPassYield = ({ inspected, passed }: FirstPass): number | null =>
  inspected === 0 ? null : passed / inspected

/** Rolled throughput yield: the product over steps; steps without an inspection do not count. Null when none has one. */
export function rolledYield(steps: readonly FirstPass[]): number | null {
  const yields = steps.map(firstPassYield).filter((value) => value !== null)
  return yields.length === 0 ? null : yields.reduce((product, value) => product * value, 1)
}

export interface ParetoBar<T> {
  readonly of: T
  readonly value: number
  /** Share of this bar and all before it, 0 to 1. */
  readonly cumulative: number
}

/** Bars from the greatest to the least, with the running share; those without a value are left out. */
export function pareto<T>(bars: readonly { readonly of: T; readonly value: number }[]): ParetoBar<T>[] {
  const sorted = bars.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const whole = sorted.reduce((sum, { value }) => sum + value, 0)
  let running = 0
  return sorted.map(({ of, value }) => {
    running += value
    return { of, value, cumulative: running / whole }
  })
}
