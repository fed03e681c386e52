import { sql } from 'kysely'
import { type Reads, readRows, type Write, type Database } from '../../platform/db/handles.ts'
import {
  isLive,
  type SessionTimes,
  type SignInMethod,
  endOfSession,
  idleSince,
  isTouchDue,
} from '../../platform/auth/sessions.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { newToken, tokenHash } from '../../platform/auth/token.ts'
import type { Authenticate } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { tagsOnTerminal } from '@cloud-factory/domain/identity/permissions'
import { terminalActor, terminalTokenMark } from './terminals.ts'

interface SessionRow {
  readonly id: number
  readonly userId: number
  readonly plantId: number
  readonly username: string
  readonly cnName: string
  /** Tags of all roles, separated by spaces; may contain duplicates. */
  readonly tags: string | null
  /** Signed in with a password that its owner did not choose. */
  readonly mustChangePassword: boolean
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  /** Of the shared terminal on which the session is; null: on none. */
  readonly terminalId: number | null
  readonly idleMinutes: number | null
  /** Number of the plant's newest event, 0 without any, and the day in its time zone. */
  readonly fact: number
  readonly day: string
}

/** Session, person and tags of the token with this hash; null when there is none or the person is disabled. */
async function sessionByToken(reads: Reads, hash: string, now: Date): Promise<SessionRow | null> {
  const rows = await readRows(
    reads,
    sql<SessionRow>`${prepare}
      select s.id, s.user_id as "userId", s.plant_id as "plantId", u.username, u.cn_name as "cnName",
        s.method = 'password' and u.password_state <> 'lasting' as "mustChangePassword",
        s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
        s.terminal_id as "terminalId", t.idle_minutes as "idleMinutes",
        coalesce((select seq from outbox where plant_id = s.plant_id order by seq desc limit 1), 0) as fact,
        (${now}::timestamptz at time zone p.time_zone)::date as day,
        (select string_agg(array_to_string(r.tags, ' '), ' ') from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id) as tags
      from sessions s join users u on u.id = s.user_id join plants p on p.id = s.plant_id
        left join terminals t on t.id = s.terminal_id
      where s.token_hash = ${hash} and u.status = 'active'`,
  )
  return rows[0] ?? null
}

/** Current tags of these sessions, by session id in decimal. Ended sessions and those of disabled people are left out. */
export async function sessionsStillIn(
  reads: Reads,
  plantId: number,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const rows = await readRows(
    reads,
    sql<SessionTimes & { readonly id: number; readonly tags: string[] }>`
      select s.id, s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", t.idle_minutes as "idleMinutes",
        array(select distinct tag from user_roles ur join roles r on r.id = ur.role_id, unnest(r.tags) tag
          where ur.user_id = u.id) as tags
      from sessions s join users u on u.id = s.user_id left join terminals t on t.id = s.terminal_id
      where s.plant_id = ${plantId} and s.id = any(${sessionIds.map(Number)}) and u.status = 'active'`,
  )
  return new Map(
    rows
      .filter((row) => isLive(row, now))
      .map(({ id, tags, idleMinutes }) => [String(id), idleMinutes === null ? tags : tagsOnTerminal(tags)]),
  )
}

/** Maximum number of open sessions per person; one more ends the session not seen for the longest time. */
const maxSessions = 10

interface NewSession {
  readonly plantId: number
  readonly userId: number
  readonly method: SignInMethod
  readonly address: string
  readonly device: string
  /** Null: on no shared terminal. */
  readonly terminalId: number | null
}

export interface OpenedSession {
  readonly id: number
  readonly token: string
  readonly expiresAt: Date
}

/** Opens a session. The caller holds a lock on the person's row, so that concurrent sign-ins cannot exceed the maximum. */
export async function openSession(write: Write, session: NewSession, now: Date): Promise<OpenedSession> {
  const { plantId, userId, method, address, device, terminalId } = session
  const remaining = await write
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions - 1)
    .execute()
  const remainingIds = remaining.map((row) => row.id)
  if (remainingIds.length === maxSessions - 1) {
    await write
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', 'not in', remainingIds)
      .execute()
  }
  const token = newToken()
  const expiresAt = new Date(endOfSession(now))
  const { id } = await write
    .insertInto('sessions')
    .values({
      plant_id: plantId,
      user_id: userId,
      token_hash: tokenHash(token),
      method,
      address,
      device,
      terminal_id: terminalId,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/** Records when a session was last seen; the time never goes back. */
async function touchSession(write: Write, plantId: number, sessionId: number, now: Date): Promise<void> {
  await write
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('plant_id', '=', plantId)
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', now)
    .execute()
}

/** Ends one session of a person; false when the person has no such session. */
export async function endSession(
  write: Write,
  plantId: number,
  userId: number,
  sessionId: number,
): Promise<boolean> {
  const ended = await write
    .deleteFrom('sessions')
    .where('plant_id', '=', plantId)
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Deletes expired sessions, tickets, unfinished sign-ins and counted attempts. */
export async function sweepAway(write: Write, now: Date): Promise<void> {
  const idle = new Date(idleSince(now))
  await write
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', idle)]))
    .execute()
  await write.deleteFrom('sign_in_tickets').where('expires_at', '<=', now).execute()
  await write.deleteFrom('oidc_sign_ins').where('expires_at', '<=', now).execute()
  await write.deleteFrom('attempts').where('expires_at', '<=', now).execute()
}

/** Nothing is cached between requests: one indexed query per request makes a revocation effective at once. */
export function authenticator({ db, clock }: { db: Database; clock: Clock }): Authenticate {
  return async (token, { requestId, address }) => {
    if (token === null || token === '') fail('session.missing')
    const now = clock.now()
    if (token.startsWith(terminalTokenMark)) return terminalActor(db, token, { requestId, address }, now)
    const session = await sessionByToken(db.reads, tokenHash(token), now)
    if (session === null || !isLive(session, now)) fail('session.expired')
    if (isTouchDue(session.lastSeenAt, now)) {
      await db.tx((write) => touchSession(write, session.plantId, session.id, now))
    }
    const tags = [...new Set((session.tags ?? '').split(' '))].filter((tag) => tag !== '')
    return {
      userId: String(session.userId),
      plantId: session.plantId,
      username: session.username,
      cnName: session.cnName,
      tags: session.terminalId === null ? tags : tagsOnTerminal(tags),
      sessionId: String(session.id),
      ...(session.terminalId !== null && { terminalId: String(session.terminalId) }),
      mustChangePassword: session.mustChangePassword,
      address,
      requestId,
      asOf: { fact: session.fact, day: session.day },
    }
  }
}
