import { deviceTag } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { noUserId, type Authenticate } from '../../platform/auth/actor.ts'
import { isTouchDue } from '../../platform/auth/sessions.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { fail } from '../../platform/http/domain-error.ts'

/** Prefix of TV tokens. Tokens of people have 43 letters and never begin with it. */
export const deviceTokenMark = 'tv_'

/** Prefix of `sessionId` in an actor that is a TV. */
const sessionMark = 'tv:'

interface DeviceRead {
  readonly id: number
  readonly plantId: number
  readonly screenId: number
  readonly name: string
  readonly lastSeenAt: Date | null
}

/**
 * Authenticates paired TVs by their own tokens and passes all other tokens to `people`. A revoked token is rejected at once.
 */
export const withDevices =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  (people: Authenticate): Authenticate =>
  async (token, request) => {
    if (token === null || !token.startsWith(deviceTokenMark)) return people(token, request)
    const device = (await deviceByToken(db.reads, tokenHash(token))) ?? fail('session.expired')
    const now = clock.now()
    if (device.lastSeenAt === null || isTouchDue(device.lastSeenAt, now)) await touch(db, device.id, now)
    return {
      userId: noUserId,
      plantId: device.plantId,
      username: `tv-${device.id}`,
      cnName: device.name,
      tags: [deviceTag],
      sessionId: `${sessionMark}${device.id}`,
      deviceId: String(device.id),
      screenId: String(device.screenId),
      ...request,
    }
  }

async function deviceByToken(reads: Reads, hash: string): Promise<DeviceRead | null> {
  const rows = await readRows(
    reads,
    sql<DeviceRead>`${prepare}
      select id, plant_id as "plantId", screen_id as "screenId", name, last_seen_at as "lastSeenAt"
      from screen_devices where token_hash = ${hash} and revoked_at is null`,
  )
  return rows[0] ?? null
}

/** Records when a TV was last seen; the time never goes back. */
async function touch({ tx }: Database, id: number, now: Date): Promise<void> {
  await tx((write) =>
    write
      .updateTable('screen_devices')
      .set({ last_seen_at: now })
      .where('id', '=', id)
      .where((eb) => eb.or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<', now)]))
      .execute(),
  )
}

type StillIn = (plantId: number, sessionIds: readonly string[]) => Promise<Map<string, readonly string[]>>

/** Current tags of sessions. Those of TVs are looked up here, all others by `people`. */
export const stillInWithDevices =
  ({ db }: { readonly db: Database }) =>
  (people: StillIn): StillIn =>
  async (plantId, sessionIds) => {
    const [tvs, others] = [true, false].map((isTv) =>
      sessionIds.filter((id) => id.startsWith(sessionMark) === isTv),
    ) as [string[], string[]]
    const left = await people(plantId, others)
    if (tvs.length === 0) return left
    const ids = tvs.map((id) => Number(id.slice(sessionMark.length)))
    const rows = await readRows(
      db.reads,
      sql<{ id: number }>`select id from screen_devices
        where plant_id = ${plantId} and id = any(${ids}) and revoked_at is null`,
    )
    return new Map([...left, ...rows.map(({ id }) => [`${sessionMark}${id}`, [deviceTag]] as const)])
  }
