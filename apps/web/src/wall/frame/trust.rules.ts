import { type PanelKind } from '@cloud-factory/domain/displays/display-enums'
import type { WallItems, Trust } from '@cloud-factory/domain/wall/wall-frame'
import type { Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmBoard } from '@cloud-factory/domain/wall/wall-panels'

/** Display time of a line, s: long enough to read it twice, at least six. */
export const readingS = (text: string): number => Math.max(6, Math.min(20, 4 + text.length * 0.12))

/**
 * The line after `current` in the current list. Added or removed lines never interrupt the line
 * being read; if that line was removed, the list restarts after its display time.
 */
export function nextLine(lines: readonly string[], current: string | null): string | null {
  if (lines.length === 0) return null
  const at = current === null ? -1 : lines.indexOf(current)
  return lines[(at + 1) % lines.length] ?? null
}

type Qos0 = Readonly<Record<string, unknown>>

/**
 * The items after an event of the stream; the same object if the event contains none of them. Items
 * that a keyframe only repeats keep their object, so that they do not render again.
 */
export function itemsAfter(items: WallItems, event: string | undefined, text: string): WallItems {
  if (event === 'keyframe') {
    const { items: next } = JSON.parse(text) as { readonly items: Qos0 }
    const before = items as Qos0
    return Object.fromEntries(
      Object.entries(next).map(([key, value]) => [key, same(before[key], value) ? before[key] : value]),
    )
  }
  if (event !== 'delta') return items
  const { set, gone } = JSON.parse(text) as { readonly set: Qos0; readonly gone: readonly string[] }
  const after: Record<string, unknown> = { ...items, ...set }
  for (const key of gone) delete after[key]
  return after
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

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

/** Silence of the stream after which the whole screen shows a warning, ms. */
export const idleTimeoutMs = 12_000

/** `fresh`: current; `partial`: some sources are silent; `stale`: too old; `none`: no data. */
export type DataStatus = 'fresh' | 'partial' | 'stale' | 'none'

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
): DataStatus {
  if (item === undefined || item.trust === 'none') return 'none'
  if (measured.has(kind) && item.at !== null && now - item.at > limitS * 1000) return 'stale'
  return item.trust === 'partial' ? 'partial' : 'fresh'
}

/** Greyness of the screen: 0 while the stream is alive, up to 1 after five minutes of silence. */
export function greyness(silentMs: number): number {
  if (silentMs < idleTimeoutMs) return 0
  return Math.min(1, 0.4 + (0.6 * (silentMs - idleTimeoutMs)) / (300_000 - idleTimeoutMs))
}

export type AlarmRow = AlarmBoard['rows'][number]

/** Duration of an alarm takeover, ms. Afterwards a banner says what is wrong, and the factory is shown again. */
export const takeoverMs = 20_000

/**
 * Critical alarms that are active and not acknowledged, the newest first. Empty: none, or the screen is published
 * without takeover.
 */
export const criticalNow = (rows: readonly AlarmRow[], level: Severity | null): readonly AlarmRow[] =>
  level === null
    ? []
    : rows
        .filter(({ acked, current, severity }) => severity === 'critical' && current && !acked)
        .toSorted((a, b) => b.since - a.since)

/** Whether these alarms, the newest first, take over the screen: the newest one is recent. */
export const takesOver = ([newest]: readonly AlarmRow[], now: number): boolean =>
  newest !== undefined && now - newest.since < takeoverMs

/** The same alarm on one or more machines. */
export interface AlarmGroup {
  readonly id: string
  readonly newest: AlarmRow
  readonly machines: readonly string[]
}

/** Alarms with the same text are one group, in the order of the rows. */
export function grouped(rows: readonly AlarmRow[]): readonly AlarmGroup[] {
  const groups = Map.groupBy(rows, ({ severity, names }) => `${severity} ${JSON.stringify(names)}`)
  return [...groups.values()].flatMap((of) => {
    const [newest] = of
    return newest === undefined
      ? []
      : [{ id: newest.id, newest, machines: [...new Set(of.map(({ machine }) => machine))] }]
  })
}
