/** Counters of a machine as they stood at an instant, ms since 1970; null: it has none, or did not tell it yet. */
export interface Counters {
  readonly at: number
  readonly output: number | null
  readonly good: number | null
  /** kWh. */
  readonly energy: number | null
  /** Seconds with an arc. */
  readonly arc: number | null
}

/** What counters went up by; null: nothing is known. */
export interface Risen {
  readonly output: number
  readonly good: number | null
  readonly energy: number | null
  readonly arc: number | null
}

/** One that went down was set back: it counts anew from there, and what it made before it was read is not known. */
export function risen(before: Counters, now: Counters): Risen {
  return {
    output: difference(before.output, now.output) ?? 0,
    good: difference(before.good, now.good),
    energy: difference(before.energy, now.energy),
    arc: difference(before.arc, now.arc),
  }
}

function difference(before: number | null, now: number | null): number | null {
  if (now === null) return null
  return before === null || now < before ? 0 : now - before
}

/** Factors to kWh and to seconds, by unit; a unit that is not here is taken for the first. */
export const toKwh: Readonly<Record<string, number>> = { kWh: 1, Wh: 0.001, MWh: 1000, kW·h: 1, 度: 1 }
export const toSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }

/** Newer values over older ones: what the newer do not tell stays. */
export function latest(before: Counters | undefined, now: Counters): Counters {
  if (before === undefined) return now
  if (now.at < before.at) return before
  return {
    at: now.at,
    output: now.output ?? before.output,
    good: now.good ?? before.good,
    energy: now.energy ?? before.energy,
    arc: now.arc ?? before.arc,
  }
}
