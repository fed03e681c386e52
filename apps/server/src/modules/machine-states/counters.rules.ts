/** How a counter counts, in the unit of its sums. */
export interface CounterKind {
  /** Factor from the machine's own unit. */
  readonly factor: number
  /** Smallest step of the counter, in the machine's own unit. */
  readonly step: number
  /** Highest value before the counter starts again at 0, in the machine's own unit; null: unknown. */
  readonly high: number | null
}

/** Factors to kWh and to seconds, by unit; an unknown unit counts as the first one. */
export const toKwh: Readonly<Record<string, number>> = { kWh: 1, Wh: 0.001, MWh: 1000, kW·h: 1, 度: 1 }
export const toSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }

/** A decrease by up to this share of the value is noise or a manual correction, not a reset. */
const noiseShare = 0.001
/** A counter rolled over if it was above this share of its highest value and is now below the remaining share. */
const rolloverShare = 0.9

/**
 * Increase of a counter from one reading to the next, and its new value. A lower value means a reset (the new value is what was
 * counted since), or a rollover where the highest value is known. A decrease below the noise limit counts as no change.
 */
export function riseOf(
  before: number,
  now: number,
  { step, high }: CounterKind,
): { readonly rise: number; readonly stands: number } {
  if (now >= before) return { rise: now - before, stands: now }
  if (before - now <= Math.max(step, before * noiseShare)) return { rise: 0, stands: before }
  const isRollover = high !== null && before >= high * rolloverShare && now <= high * (1 - rolloverShare)
  return { rise: Math.max(0, isRollover ? high - before + step + now : now), stands: now }
}
