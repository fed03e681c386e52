import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { Trust } from '@cloud-factory/domain/wall/wall-frame'

/** Silence of the stream after which the whole screen says so, ms. */
export const idleTimeoutMs = 12_000

/** `fresh`: as it is now; `partial`: some sources are silent; `stale`: too old; `none`: nothing is known. */
export type Standing = 'fresh' | 'partial' | 'stale' | 'none'

/**
 * What machines tell each second grows old. What is booked does not: a factory in which nothing is booked for an hour is
 * no broken screen; there the age of the stream speaks.
 */
const measured: ReadonlySet<PanelKind> = new Set([
  'workshop_map',
  'state_counts',
  'cutting',
  'welding',
  'weld_trace',
  'paint',
  'energy',
])

/** How far a panel can be believed. Times in ms by the server; `limitS`: age beyond which a measured value is grey. */
export function statusOf(
  kind: PanelKind,
  item: { readonly at: number | null; readonly trust: Trust } | undefined,
  now: number,
  limitS: number,
): Standing {
  if (item === undefined || item.trust === 'none') return 'none'
  if (measured.has(kind) && item.at !== null && now - item.at > limitS * 1000) return 'stale'
  return item.trust === 'partial' ? 'partial' : 'fresh'
}

/** 0 while the stream speaks, up to 1 after five minutes of silence: how grey the screen is. */
export function greyness(silentMs: number): number {
  if (silentMs < idleTimeoutMs) return 0
  return Math.min(1, 0.4 + (0.6 * (silentMs - idleTimeoutMs)) / (300_000 - idleTimeoutMs))
}
