import {
  type Change,
  type ChangeArea,
  changeAreas,
  eventAreas,
  type EventName,
  type LiveChanges,
} from '@cloud-factory/domain/live/change-areas'
import { satisfies } from '@cloud-factory/domain/identity/permissions'

/** The part of an event that open pages need. */
export interface ChangeEvent {
  readonly seq: number
  readonly name: string
  readonly subjectId: string
  readonly orderId: string | null
  /** The browser tab that sent the command; null when unknown. */
  readonly tab: string | null
}

/** A change with the browser tab that made it; null when unknown. */
export interface TabChange extends Omit<Change, 'own'> {
  readonly tab: string | null
}

/** The changes of one read. */
export interface Reading {
  /** Number of the last of them. */
  readonly seq: number
  /** Time of the read, ms since 1970. */
  readonly at: number
  readonly changes: readonly TabChange[]
}

/** Stored changes of a plant. */
export interface KnownChanges {
  /** Number of the last event read. */
  readonly cursor: number
  /** Events up to this one were never read. */
  readonly start: number
  /** Readings up to this event are no longer stored. */
  readonly forgotten: number
  /** Oldest first. */
  readonly readings: readonly Reading[]
  /** Number of the newest event of each area, including those of readings no longer stored. */
  readonly areas: ReadonlyMap<ChangeArea, number>
}

/** The receiver of changes. */
export interface Audience {
  readonly userId: string
  readonly tags: readonly string[]
  readonly tab: string | null
}

/** If there are more, only the areas are sent. */
const maxChanges = 50
/** A page loads its data before it opens the stream: a new listener gets the changes of this time, ms. */
const justBeforeMs = 10_000

const isKnown = (name: string): name is EventName => Object.hasOwn(eventAreas, name)

/** The changes of events; events with unknown names have none. */
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

/** Areas whose changes a person may see. */
export const areasOf = (tags: readonly string[]): ChangeArea[] =>
  (Object.keys(changeAreas) as ChangeArea[]).filter((area) => satisfies(tags, changeAreas[area]))

/** Changes for a receiver that knows events up to `since`; null: a new one. */
export function changesFor(
  known: KnownChanges,
  since: number | null,
  { userId, tags, tab }: Audience,
  now: number,
): LiveChanges {
  const missed = missedChanges(known, since, now)
  if (missed === null) return { seq: known.cursor, changes: null }
  const heard = new Set(areasOf(tags))
  return {
    seq: known.cursor,
    changes: merged(
      missed.filter(
        ({ area, id }) => heard.has(area) && (area !== personalArea || id === null || id === userId),
      ),
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

/** Changes of this area with an id concern the person with this id alone; nobody else learns who has messages. */
const personalArea: ChangeArea = 'message'

/** One change per area and order; if these are too many, one per area. */
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
