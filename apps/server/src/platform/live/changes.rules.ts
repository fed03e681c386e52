import {
  type Change,
  type ChangeArea,
  changeAreas,
  eventAreas,
  type EventName,
  type LiveChanges,
} from '@cloud-factory/domain/live/change-areas'
import { satisfies } from '@cloud-factory/domain/identity/permissions'

/** An event as far as open pages need to know of it. */
export interface ChangeEvent {
  readonly seq: number
  readonly name: string
  readonly subjectId: string
  readonly orderId: string | null
  /** The browser tab that sent the command; null: unknown, or none. */
  readonly tab: string | null
}

/** A change, and the browser tab that made it; null: several, unknown, or none. */
export interface TabChange extends Omit<Change, 'own'> {
  readonly tab: string | null
}

/** Events that were read at one time. */
export interface Reading {
  /** Number of the last of them. */
  readonly seq: number
  /** When they were read, ms since 1970. */
  readonly at: number
  readonly changes: readonly TabChange[]
}

/** What is known of a plant's changes. */
export interface KnownChanges {
  /** Number of the last event that was read. */
  readonly cursor: number
  /** Nothing is known of events up to this one. */
  readonly start: number
  /** Readings up to this event are forgotten. */
  readonly forgotten: number
  /** Oldest first. */
  readonly readings: readonly Reading[]
  /** The newest change of each area, also of forgotten readings. */
  readonly areas: ReadonlyMap<ChangeArea, number>
}

/** Who is told. */
export interface Audience {
  readonly tags: readonly string[]
  readonly tab: string | null
}

/** More changes than these are told by area alone. */
const maxChanges = 50
/** A page loads its data before it listens: who has only come is told what changed in the time between, ms. */
const justBeforeMs = 10_000

const isKnown = (name: string): name is EventName => Object.hasOwn(eventAreas, name)

/** What events have changed; those of a kind that is not known any more change nothing. */
export function changesOf(events: readonly ChangeEvent[]): TabChange[] {
  return events.flatMap(({ name, subjectId, orderId, tab }) => {
    if (!isKnown(name)) return []
    const [main, ...others] = eventAreas[name] as readonly [ChangeArea, ...ChangeArea[]]
    const order = main === 'order' ? subjectId : orderId
    return [
      { area: main, id: subjectId, orderId: order, tab },
      ...others.map((area) => ({ area, id: area === 'order' ? order : null, orderId: order, tab })),
    ]
  })
}

/** The areas that a person may hear of. */
export const areasOf = (tags: readonly string[]): ChangeArea[] =>
  (Object.keys(changeAreas) as ChangeArea[]).filter((area) => satisfies(tags, changeAreas[area]))

/** What a listener that knows events up to `since` has missed; null: it has only come. */
export function changesFor(
  known: KnownChanges,
  since: number | null,
  { tags, tab }: Audience,
  now: number,
): LiveChanges {
  const missed = missedChanges(known, since, now)
  if (missed === null) return { seq: known.cursor, changes: null }
  const heard = new Set(areasOf(tags))
  return {
    seq: known.cursor,
    changes: merged(
      missed.filter(({ area }) => heard.has(area)),
      tab,
    ),
  }
}

function missedChanges(known: KnownChanges, since: number | null, now: number): TabChange[] | null {
  if (since === null)
    return known.readings.filter(({ at }) => now - at <= justBeforeMs).flatMap(({ changes }) => changes)
  if (since < known.start || since > known.cursor) return null
  if (since < known.forgotten)
    return [...known.areas]
      .filter(([, seq]) => seq > since)
      .map(([area]) => ({ area, id: null, orderId: null, tab: null }))
  return known.readings.filter(({ seq }) => seq > since).flatMap(({ changes }) => changes)
}

/** One change for each area and order; of too many, one for each area. */
function merged(changes: readonly TabChange[], tab: string | null): Change[] {
  const all = changes.map(({ tab: by, ...change }) =>
    by !== null && by === tab ? { ...change, own: true as const } : change,
  )
  const byOrder = mergedBy(all, ({ area, orderId, own }) => `${area} ${orderId} ${own}`)
  return byOrder.length <= maxChanges ? byOrder : mergedBy(byOrder, ({ area, own }) => `${area} ${own}`)
}

function mergedBy(changes: readonly Change[], keyOf: (change: Change) => string): Change[] {
  const groups = new Map<string, Change>()
  for (const change of changes) {
    const before = groups.get(keyOf(change))
    groups.set(keyOf(change), before === undefined ? change : common(before, change))
  }
  return [...groups.values()]
}

const common = (one: Change, other: Change): Change => ({
  ...one,
  id: one.id === other.id ? one.id : null,
  orderId: one.orderId === other.orderId ? one.orderId : null,
})
