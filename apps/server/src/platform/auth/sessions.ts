import type { Selectable } from 'kysely'
import type { SessionView } from '@cloud-factory/contract/identity/access'
import type { Reads, Write } from '../db/handles.ts'
import type { Tables } from '../db/schema.ts'

/** A session ends after this time without a request. */
const idleMilliseconds = 30 * 60_000
/** A session ends after this time, however active it is. */
const absoluteMilliseconds = 12 * 3_600_000
/** Maximum clock difference between two instances. */
const clockDifference = 60_000
const touchMilliseconds = 60_000

/** What the browser of a terminal may be late to lock, or this server to notice a request. */
const terminalGrace = 90_000

export interface SessionTimes {
  readonly lastSeenAt: Date
  /** On a shared terminal: minutes without a touch after which it locks; otherwise null. */
  readonly idleMinutes: number | null
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
export function isLive({ lastSeenAt, expiresAt, idleMinutes }: SessionTimes, now: Date): boolean {
  const lastSeen = lastSeenAt.getTime()
  const idle = idleMinutes === null ? idleMilliseconds : idleMinutes * 60_000 + terminalGrace
  const isFresh = lastSeen > now.getTime() - idle && lastSeen <= now.getTime() + clockDifference
  return now < expiresAt && isFresh
}

/** Whether the time of the last request is due to be written: once a minute, not at every request. */
export const isTouchDue = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= touchMilliseconds

/**
 * Open sessions of a person, most recently seen first. `currentId`: the session of the request; null when somebody
 * else asks.
 */
export async function sessionsOf(
  reads: Reads,
  plantId: number,
  userId: number,
  now: Date,
  currentId: number | null,
): Promise<SessionView[]> {
  const rows = await reads
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'address', 'device', 'method'])
    .where('plant_id', '=', plantId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(idleSince(now)))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.address,
    device: row.device,
    method: row.method,
    current: row.id === currentId,
  }))
}

export type SignInMethod = Selectable<Tables['sessions']>['method']

/** Ends all sessions of a person, or all but one; returns their number. Their next request is rejected. */
export async function endSessionsOf(
  write: Write,
  plantId: number,
  userId: number,
  except: { readonly sessionId: number } | null = null,
): Promise<number> {
  let ending = write.deleteFrom('sessions').where('plant_id', '=', plantId).where('user_id', '=', userId)
  if (except !== null) ending = ending.where('id', '!=', except.sessionId)
  const result = await ending.executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Most specific name first: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/wxwork\//i, 'WeCom'],
  [/MicroMessenger\//, 'WeChat'],
  [/DingTalk\//, 'DingTalk'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/**
 * `Chrome · Windows`, by which users recognise their device. For other programs their own name; empty without a user
 * agent.
 */
export function deviceOf(userAgent: string): string {
  const named = [browsers, systems]
    .map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1])
    .filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' · ') : (userAgent.split(/[\s/(]/, 1)[0] ?? '').slice(0, 60)
}
