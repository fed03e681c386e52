import type { SessionView } from '@cloud-factory/contract/identity/access'
import type { Reads } from '../db/handles.ts'
import { idleSince } from './session.rules.ts'

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
