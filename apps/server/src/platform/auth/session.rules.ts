/** A session ends after this time without a request. */
const idleMilliseconds = 30 * 60_000
/** A session ends after this time, however active it is. */
const absoluteMilliseconds = 12 * 3_600_000
/** Maximum clock difference between two instances. */
const clockDifference = 60_000
const touchMilliseconds = 60_000

export interface SessionTimes {
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** Epoch milliseconds at which a session that begins now ends in any case. */
export const endOfSession = (now: Date): number => now.getTime() + absoluteMilliseconds

/** Epoch milliseconds: a session last seen before this instant is over. */
export const idleSince = (now: Date): number => now.getTime() - idleMilliseconds

/**
 * Whether a session is still valid. After a clock was set back, sessions can have been seen in the future. They end,
 * because their age is unknown; so no clock lets a session outlive its end.
 */
export function isLive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  const seen = lastSeenAt.getTime()
  return now < expiresAt && seen > idleSince(now) && seen <= now.getTime() + clockDifference
}

/** Whether the time of the last request is due to be written: once a minute, not at every request. */
export const isTouchDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= touchMilliseconds
