import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { isLive, type SessionTimes } from '../../platform/auth/sessions.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'

export interface SessionRow {
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
  /** Number of the plant's newest event, 0 without any, and the day in its time zone. */
  readonly fact: number
  readonly day: string
}

/** Session, person and tags of the token with this hash; null when there is none or the person is disabled. */
export async function sessionByToken(reads: Reads, hash: string, now: Date): Promise<SessionRow | null> {
  const rows = await readRows(
    reads,
    sql<SessionRow>`${prepare}
      select s.id, s.user_id as "userId", s.plant_id as "plantId", u.username, u.cn_name as "cnName",
        s.method = 'password' and u.password_state <> 'lasting' as "mustChangePassword",
        s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
        coalesce((select seq from outbox where plant_id = s.plant_id order by seq desc limit 1), 0) as fact,
        (${now}::timestamptz at time zone p.time_zone)::date as day,
        (select string_agg(array_to_string(r.tags, ' '), ' ') from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id) as tags
      from sessions s join users u on u.id = s.user_id join plants p on p.id = s.plant_id
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
      select s.id, s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
        array(select distinct tag from user_roles ur join roles r on r.id = ur.role_id, unnest(r.tags) tag
          where ur.user_id = u.id) as tags
      from sessions s join users u on u.id = s.user_id
      where s.plant_id = ${plantId} and s.id = any(${sessionIds.map(Number)}) and u.status = 'active'`,
  )
  return new Map(rows.filter((row) => isLive(row, now)).map(({ id, tags }) => [String(id), tags]))
}
