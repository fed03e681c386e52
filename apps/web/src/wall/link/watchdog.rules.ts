/**
 * Pause before the n-th consecutive reload, s: a persistent fault does not cause constant reloads.
 */
const pausesS = [0, 60, 300, 900, 3600] as const

export interface Reloads {
  /** Consecutive reloads that did not help. */
  readonly count: number
  /** Time of the last reload, ms. */
  readonly at: number
}

/** Decides whether the page may reload now. Returns the state to store if it may; null: not yet. */
export function reloadNow(before: Reloads | null, now: number): Reloads | null {
  if (before === null) return { count: 1, at: now }
  // More than two hours since the last reload: it helped.
  if (now - before.at > 2 * 3_600_000 || now < before.at) return { count: 1, at: now }
  const pause = pausesS[Math.min(before.count, pausesS.length - 1)] ?? 0
  return now - before.at >= pause * 1000 ? { count: before.count + 1, at: now } : null
}

/** A page is frozen if it should render but has not done so for a minute. */
export const standsStill = (sinceFrameMs: number, visible: boolean): boolean =>
  visible && sinceFrameMs > 60_000

/**
 * Delay before a page takes a new build, ms: random within five minutes, so that fifty TVs do not
 * reload at once.
 */
export const staggerMs = (random: number, maxMs: number): number => Math.floor(random * maxMs)
