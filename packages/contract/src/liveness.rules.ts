/**
 * Whether a machine is heard: the one rule behind its link, its state, what its values are worth, its alarms and the wall.
 * A machine that sends at its own pace is gone when it is silent for several periods. A Sparkplug device sends when something
 * changes (report by exception): what it said holds until its node or itself is told to be gone (specification 3.0.0, 5 and 6).
 */

/** Silence of less than this says nothing, ms. */
const minIdleTimeout = 60_000

/** Silent for so long, ms, a machine that sends at its own pace is gone: a minute, or three of its periods where those are longer. */
export const silenceOf = (rateMs: number): number => Math.max(minIdleTimeout, 3 * rateMs)

/** A Sparkplug node that we could not hear for a while has so long to be born again, ms. */
export const confirmWithin = minIdleTimeout

/** How a link stands: told of machines by whoever hears them, and by nobody else. */
export interface Link {
  readonly online: boolean
  /** It sends only what changes: its silence says nothing. */
  readonly byException: boolean
}

/** Whether a value that is so old, ms, says how a machine is now; null: it never sent one, or has no link. */
export function isCurrent(link: Link | null, ageMs: number | null, rateMs: number): boolean {
  if (link === null || !link.online || ageMs === null) return false
  return link.byException || ageMs <= silenceOf(rateMs)
}

/** How a link ended; instants are ms since 1970. */
export interface LinkEnd {
  /** When it was found out. */
  readonly at: number
  /** When the machine was last heard. */
  readonly heardAt: number
  /** Nobody said that it goes: it was not heard any more. */
  readonly silent: boolean
}

/** From when nothing is known of a machine whose state was last told at `seenAt`: of a silent one a period after the last news. */
export const unknownFrom = ({ at, heardAt, silent }: LinkEnd, seenAt: number, rateMs: number): number =>
  silent ? Math.max(heardAt, seenAt) + rateMs : Math.max(at, seenAt + 1)
