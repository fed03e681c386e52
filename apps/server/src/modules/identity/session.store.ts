import { type SignInMethod, endOfSession, idleSince } from '../../platform/auth/sessions.ts'
import { newToken, tokenHash } from '../../platform/auth/token.ts'
import type { Write } from '../../platform/db/handles.ts'

/** Maximum number of open sessions per person; one more ends the session not seen for the longest time. */
const maxSessions = 10

export interface NewSession {
  readonly plantId: number
  readonly userId: number
  readonly method: SignInMethod
  readonly address: string
  readonly device: string
}

export interface OpenedSession {
  readonly id: number
  readonly token: string
  readonly expiresAt: Date
}

/** Opens a session. The caller holds a lock on the person's row, so that concurrent sign-ins cannot exceed the maximum. */
export async function openSession(write: Write, session: NewSession, now: Date): Promise<OpenedSession> {
  const { plantId, userId, method, address, device } = session
  const kept = await write
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions - 1)
    .execute()
  const keptIds = kept.map((row) => row.id)
  if (keptIds.length === maxSessions - 1) {
    await write.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', keptIds).execute()
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
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt }
}

/** Records when a session was last seen; the time never goes back. */
export async function touchSession(
  write: Write,
  plantId: number,
  sessionId: number,
  now: Date,
): Promise<void> {
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
