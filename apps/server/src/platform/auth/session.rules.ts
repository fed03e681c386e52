/** A person who does nothing for so long signs in again. */
const idleMilliseconds = 30 * 60_000
/** However busy the person is. */
const absoluteMilliseconds = 12 * 3_600_000
/** Clocks of two instances may differ by so much. */
const clockDifference = 60_000
const touchMilliseconds = 60_000

export interface SessionTimes {
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** Milliseconds of the epoch when a session that begins now ends whatever happens. */
export const endOfSession = (now: Date): number => now.getTime() + absoluteMilliseconds

/** Milliseconds of the epoch: a session last seen before is over. */
export const idleSince = (now: Date): number => now.getTime() - idleMilliseconds

/**
 * Whether a session still holds. A clock that was set back finds sessions last seen in the future: they end, since
 * nobody can tell any more how old they are, and so no clock makes one outlive its end.
 */
export function isLive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  const seen = lastSeenAt.getTime()
  return now < expiresAt && seen > idleSince(now) && seen <= now.getTime() + clockDifference
}

/** Whether it is time to write down that the session was seen: once a minute, not at every request. */
export const isTouchDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= touchMilliseconds
