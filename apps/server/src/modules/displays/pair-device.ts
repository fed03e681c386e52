import type {
  PairedDevice,
  PairingReply,
  WaitingDevice,
} from '@cloud-factory/contract/displays/screen-devices'
import { deviceTag } from '@cloud-factory/domain/identity/permissions'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type AttemptLimit, countAttempt, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { deviceOf } from '../../platform/auth/sessions.ts'
import { newToken, tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { asReads, type Database, type Write } from '../../platform/db/handles.ts'
import { insertRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { deviceTokenMark } from './change-device.ts'
import {
  confirmPairing,
  endPairing,
  insertPairing,
  type Pairing,
  pairingByCode,
  pairingBySecret,
} from './displays.store.ts'
import { shownScreen } from './screens.queries.ts'
import { screenForUpdate } from './screens.store.ts'
import { groupOfId, type Placing } from './tv-groups.ts'

/** New codes per address; an unattended TV requests one every ten minutes. */
const addressLimit: AttemptLimit = { scope: 'pairing', most: 60, seconds: 600 }
/** Wrong codes per person; more are no typing errors. */
const codeLimit: AttemptLimit = { scope: 'pairing-code', most: 20, seconds: 600 }

interface PairDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
}

interface Asking {
  readonly secret: string
  readonly width: number
  readonly height: number
}

/** A TV polls this: it gets its code and, after the confirmation, its token. Two concurrent calls do not get two. */
export const askPairing =
  ({ db, clock, plantId }: PairDeps) =>
  async (
    { secret, width, height }: Asking,
    { address, userAgent }: { readonly address: string; readonly userAgent: string },
  ): Promise<PairingReply> => {
    const now = clock.now()
    const hash = tokenHash(secret)
    const attempt = { limit: addressLimit, key: address }
    return db.tx(async (write) => {
      const there = await pairingBySecret(write, plantId, hash, now)
      if (there !== null && there.device_id !== null) return handOver(write, there, there.device_id, now)
      if (there !== null) return waiting(there)
      await rejectWhenClosed(asReads(write), plantId, [attempt], now)
      await countAttempt(write, plantId, attempt, now)
      const facts = { hash, address, device: deviceOf(userAgent), width, height }
      return waiting(await insertPairing(write, plantId, facts, now))
    })
  }

const waiting = ({ code, expires_at }: Pairing): PairingReply => ({
  state: 'waiting',
  code,
  expiresAt: expires_at.toISOString(),
})

/** The token, for the caller with the secret; afterwards only its hash is stored. */
async function handOver(write: Write, pairing: Pairing, deviceId: number, now: Date): Promise<PairingReply> {
  const token = `${deviceTokenMark}${newToken()}`
  const device = await write
    .updateTable('screen_devices')
    .set({ token_hash: tokenHash(token), last_seen_at: now })
    .where('plant_id', '=', pairing.plant_id)
    .where('id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name', 'screen_id', 'group_id'])
    .executeTakeFirst()
  await endPairing(write, pairing)
  // Revoked before it fetched its token: pairing starts again.
  if (device === undefined) return fail('ticket.invalid')
  return { state: 'paired', paired: await pairedDevice(write, pairing.plant_id, token, device) }
}

interface NewDevice {
  readonly id: number
  readonly name: string
  readonly screen_id: number
  readonly group_id: number | null
}

async function pairedDevice(
  write: Write,
  plantId: number,
  token: string,
  { id, name, screen_id, group_id }: NewDevice,
): Promise<PairedDevice> {
  const plant = await write
    .selectFrom('plants')
    .select(['code', 'name', 'time_zone'])
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow()
  const group = await groupOfId(write, plantId, group_id === null ? null : String(group_id))
  const shown = String(group?.scheduled_screen_id ?? group?.screen_id ?? screen_id)
  const screen = await shownScreen(asReads(write), { plantId, tags: [deviceTag] }, { id: shown })
  return {
    token,
    user: {
      id: String(id),
      username: `tv-${id}`,
      cnName: name,
      permissionTags: [deviceTag],
      roles: [],
      email: null,
      phone: null,
      mustChangePassword: false,
      tour: null,
      plant: { code: plant.code, name: plant.name, timeZone: plant.time_zone },
      version: 1,
      device: { id: String(id), screenId: screen.id, source: screen.source },
    },
    screen: {
      id: screen.id,
      names: screen.names,
      source: screen.source,
      language: screen.layout?.language ?? null,
    },
  }
}

/** The TV that shows a code. Wrong codes are counted, so that nobody can try a million of them. */
export const waitingDevice =
  ({ db, clock }: PairDeps) =>
  async (actor: Actor, code: string): Promise<WaitingDevice> => {
    const found = await byCode(db, actor, code, clock.now())
    return {
      code: found.code,
      address: found.address,
      device: found.device,
      width: found.width,
      height: found.height,
      since: found.created_at.toISOString(),
      expiresAt: found.expires_at.toISOString(),
    }
  }

async function byCode(db: Database, actor: Actor, code: string, now: Date): Promise<Pairing> {
  const attempt = { limit: codeLimit, key: actor.userId }
  await rejectWhenClosed(db.reads, actor.plantId, [attempt], now)
  const found = await pairingByCode(db.reads, actor.plantId, code, now)
  if (found !== null) return found
  await db.tx((write) => countAttempt(write, actor.plantId, attempt, now))
  return fail('not_found')
}

/** Pairs the TV that shows a code with a screen; returns the new device's id. */
export const confirmDevice =
  ({ db, clock }: PairDeps) =>
  async (
    actor: Actor,
    { code, name, screenId, groupId }: Placing & { readonly code: string },
  ): Promise<number> => {
    const now = clock.now()
    const found = await byCode(db, actor, code, now)
    return db.tx(async (write) => {
      const { screen } = await screenForUpdate(write, actor.plantId, screenId)
      const pairing = await pairingForUpdate(write, found, now)
      const group = await groupOfId(write, actor.plantId, groupId)
      const id = await insertRow(write, actor, 'screen_devices', {
        screen_id: screen.id,
        group_id: group?.id ?? null,
        name,
        token_hash: null,
        address: pairing.address,
        device: pairing.device,
        paired_at: now,
        paired_by_name: actor.cnName,
        last_seen_at: null,
        revoked_at: null,
      })
      await confirmPairing(write, pairing, id)
      await recordAction(write, actor, {
        action: 'screen_device.pair',
        event: 'screens.device_paired',
        subjectKind: 'screen_device',
        id: String(id),
        name,
        after: {
          screen: screen.names.zh,
          group: group?.name ?? null,
          address: pairing.address,
          device: pairing.device,
        },
      })
      return id
    })
  }

/** Locked and still waiting: a second person who confirms it finds no waiting TV. */
async function pairingForUpdate(write: Write, { id }: Pairing, now: Date): Promise<Pairing> {
  const row = await write
    .selectFrom('screen_pairings')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('device_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? fail('not_found')
}
