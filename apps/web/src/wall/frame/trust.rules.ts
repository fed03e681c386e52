import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'
import type { Trust } from '@cloud-factory/domain/wall/wall-frame'

/** Silence of the stream after which the whole screen shows a warning, ms. */
export const idleTimeoutMs = 12_000

/** `fresh`: current; `partial`: some sources are silent; `stale`: too old; `none`: no data. */
export type Standing = 'fresh' | 'partial' | 'stale' | 'none'

/**
 * Kinds with machine data, which arrives every second and can become stale. Booked data cannot: an
 * hour without bookings is not a fault; for these kinds the age of the stream counts.
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

/**
 * Data status of a panel. Times in ms, server clock; `limitS`: age in seconds beyond which a
 * measured value is stale.
 */
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

/** Greyness of the screen: 0 while the stream is alive, up to 1 after five minutes of silence. */
export function greyness(silentMs: number): number {
  if (silentMs < idleTimeoutMs) return 0
  return Math.min(1, 0.4 + (0.6 * (silentMs - idleTimeoutMs)) / (300_000 - idleTimeoutMs))
}
