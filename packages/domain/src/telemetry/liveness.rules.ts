/** What a machine sent, as the server's modules pass it on; instants are ms since 1970. Types only. */

/** Values of one machine at one instant, with corrected time and each signal in its slot. */
export interface MachineFrame {
  readonly machineId: number
  /** When it was measured, by the server's clock. */
  readonly at: number
  /** By slot, first slot first; null: the frame did not carry it. */
  readonly values: readonly (number | null)[]
  /** By slot: index into `valueQualities`; null: all good. */
  readonly qualities: readonly number[] | null
  /** False: sent later from a gateway's buffer. It corrects figures but raises no live alarm. */
  readonly live: boolean
}

/** Whether a machine is connected, since when. */
export interface LinkState {
  readonly machineId: number
  readonly at: number
  readonly online: boolean
}

/** A machine's link went online or offline. */
export interface LinkChange extends LinkState {
  /** When the machine was last heard. */
  readonly heardAt: number
  /** The link timed out; no offline message came. */
  readonly silent: boolean
  /** It sends only changes. */
  readonly byException: boolean
}

/**
 * Whether a machine is connected: the one rule for its link, its state, the reliability of its values, its alarms and
 * the wall. A machine that sends at its own pace is offline after several silent periods. A Sparkplug device sends
 * when something changes (report by exception): its values hold until a death message for its node or itself
 * (specification 3.0.0, 5 and 6).
 */

/** Shorter silence means nothing, ms. */
const minIdleTimeout = 60_000

/**
 * Silence, ms, after which a machine that sends at its own pace is offline: a minute, or three of its periods if that
 * is longer.
 */
export const silenceOf = (rateMs: number): number => Math.max(minIdleTimeout, 3 * rateMs)

/** Time, ms, for a Sparkplug node to send a new birth after a period in which the server could not receive. */
export const confirmWithin = minIdleTimeout

/** State of a link. Only the part that receives machine data publishes it. */
export interface Link {
  readonly online: boolean
  /** It sends changes only: silence means nothing. */
  readonly byException: boolean
}

/** Whether a value of this age, ms, describes the machine now; null: it never sent one, or has no link. */
export function isCurrent(link: Link | null, ageMs: number | null, rateMs: number): boolean {
  if (link === null || !link.online || ageMs === null) return false
  return link.byException || ageMs <= silenceOf(rateMs)
}

/** How a link ended; instants are ms since 1970. */
interface LinkEnd {
  /** When it was detected. */
  readonly at: number
  /** When the last message arrived. */
  readonly heardAt: number
  /** There was no death message; messages just stopped. */
  readonly silent: boolean
}

/**
 * From when the state of a machine, last reported at `seenAt`, is unknown: for a silent one, a period after its last
 * message.
 */
export const unknownFrom = ({ at, heardAt, silent }: LinkEnd, seenAt: number, rateMs: number): number =>
  silent ? Math.max(heardAt, seenAt) + rateMs : Math.max(at, seenAt + 1)
