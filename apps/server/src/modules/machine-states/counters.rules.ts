/** How a counter counts, in the unit that it is summed up in. */
export interface CounterKind {
  /** Factor from the machine's own unit. */
  readonly factor: number
  /** What it counts in at the least, in the machine's own unit. */
  readonly step: number
  /** The highest that it shows before it begins at 0 again, in the machine's own unit; null: not known. */
  readonly high: number | null
}

/** Factors to kWh and to seconds, by unit; a unit that is not here is taken for the first. */
export const toKwh: Readonly<Record<string, number>> = { kWh: 1, Wh: 0.001, MWh: 1000, kW·h: 1, 度: 1 }
export const toSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }

/** Of what a counter shows less than before, so much is noise or a correction by hand, and no reset. */
const noiseShare = 0.001
/** A counter that was above this share of its highest, and is below the rest of it, has rolled over. */
const rolloverShare = 0.9

/**
 * What a counter went up by from one reading to the next, and what it stands at. One that went down was set back and counts what
 * was made since, or rolled over where its highest is known; one that went down by less than it can tell stays where it was.
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
