import { roundUp } from '../charts/round-up.rules.ts'

export interface Limits {
  readonly low: number
  readonly high: number
}

/**
 * Ends of a trace's scale: the window extended by its width on both sides. A scale from zero would
 * show a flat line.
 */
export function rangeOf(
  values: readonly (number | null)[],
  limits: Limits | null,
): { readonly from: number; readonly to: number } {
  if (limits === null) return { from: 0, to: roundUp(Math.max(1, ...values.map((value) => value ?? 0))) }
  const span = Math.max(limits.high - limits.low, limits.high * 0.01, 0.1)
  return { from: Math.max(0, limits.low - span), to: limits.high + span }
}

/** Outside the procedure's window while welding; without current there is no welding. */
export const isOutside = (value: number | null, limits: Limits | null): boolean =>
  value !== null && limits !== null && value > 0 && (value < limits.low || value > limits.high)
