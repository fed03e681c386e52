/** How long a page waits before it loads itself anew for the n-th time in a row, s: a fault that stays is not hammered at. */
const pausesS = [0, 60, 300, 900, 3600] as const

export interface Reloads {
  /** Reloads that did not help: each soon after the one before. */
  readonly count: number
  /** When the last one was, ms. */
  readonly at: number
}

/** Whether the page may load itself anew now, and what is remembered if it does; null: not yet. */
export function reloadNow(before: Reloads | null, now: number): Reloads | null {
  if (before === null) return { count: 1, at: now }
  // An hour of work after the last one: it helped.
  if (now - before.at > 2 * 3_600_000 || now < before.at) return { count: 1, at: now }
  const pause = pausesS[Math.min(before.count, pausesS.length - 1)] ?? 0
  return now - before.at >= pause * 1000 ? { count: before.count + 1, at: now } : null
}

/** A page stands still when it should draw and has not drawn for a minute. */
export const standsStill = (sinceFrameMs: number, visible: boolean): boolean =>
  visible && sinceFrameMs > 60_000

/** When a page takes a new build: at random within five minutes, so that fifty TVs do not come at once. */
export const staggerMs = (random: number, maxMs: number): number => Math.floor(random * maxMs)
