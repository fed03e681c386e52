import { deviceTag } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { noUserId, type Authenticate, type Actor } from '../../platform/auth/actor.ts'
import { isTouchDue } from '../../platform/auth/sessions.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { ScreenCommand } from '@cloud-factory/domain/displays/display-enums'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { deviceRow } from './devices.queries.ts'
import { screenForUpdate } from './screens.store.ts'

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

const dayMs = 86_400_000
/** A TV that receives a command later than this ignores it, milliseconds. */
const commandMs: Readonly<Record<ScreenCommand, number>> = {
  identify: 30_000,
  reload: 120_000,
  page: 60_000,
  message: 300_000,
}

/** Changes the name of a TV and its screen. */
export async function changeDevice(
  write: Write,
  actor: Actor,
  { id, version, now }: { readonly id: string; readonly version: number; readonly now: Date },
  { name, screenId }: { readonly name: string; readonly screenId: string },
): Promise<void> {
  // Locks the screen before the TV, in the same order as pairing.
  const { screen } = await screenForUpdate(write, actor.plantId, screenId)
  const device = await rowForUpdate(write, 'screen_devices', actor.plantId, id)
  if (device.version !== version)
    fail('version.conflict', { current: await deviceRow(asReads(write), actor, id, now) })
  if (device.revoked_at !== null) fail('state.refused', { params: { reason: 'screen.revoked' } })
  const changes = differences(device, { name, screen_id: screen.id })
  if (changes === null) return
  await saveRow(write, actor, 'screen_devices', device.id, { name, screen_id: screen.id })
  await recordAction(write, actor, {
    action: 'screen_device.change',
    event: 'screens.device_changed',
    subjectKind: 'screen_device',
    id,
    name,
    before: { name: device.name, screenId: String(device.screen_id) },
    after: { name, screenId, screen: screen.names.zh },
  })
}

/** Revokes a TV's token; does nothing if it is already revoked. */
export async function revokeDevice(write: Write, actor: Actor, id: string, now: Date): Promise<void> {
  const device = await rowForUpdate(write, 'screen_devices', actor.plantId, id)
  if (device.revoked_at !== null) return
  await saveRow(write, actor, 'screen_devices', device.id, {
    token_hash: null,
    revoked_at: now,
    revoked_by_name: actor.cnName,
  })
  await recordAction(write, actor, {
    action: 'screen_device.revoke',
    event: 'screens.device_revoked',
    subjectKind: 'screen_device',
    id,
    name: device.name,
  })
}

interface CommandInput {
  readonly screenId: string
  readonly deviceId: string | null
  readonly command: ScreenCommand
  readonly page: number | null
  readonly text: string
}

function rejectSenseless({ command, page, text }: Pick<CommandInput, 'command' | 'page' | 'text'>): void {
  if (command === 'message' && text === '')
    fail('request.invalid', { errors: [{ path: 'body.text', reason: 'required' }] })
  if ((command === 'page') !== (page !== null))
    fail('request.invalid', { errors: [{ path: 'body.page', reason: 'required' }] })
}

/** A TV that is paired and shows the screen. */
async function deviceOfScreen(write: Write, plantId: number, deviceId: string, screenId: number) {
  const device = await rowForUpdate(write, 'screen_devices', plantId, deviceId)
  if (device.screen_id !== screenId) fail('not_found')
  if (device.revoked_at !== null) fail('state.refused', { params: { reason: 'screen.revoked' } })
  return device
}

/** Sends a command to one TV or to all TVs of a screen; returns the number of the command. */
export async function commandDevices(
  write: Write,
  actor: Actor,
  { screenId, deviceId, command, page, text }: CommandInput,
  now: Date,
): Promise<number> {
  rejectSenseless({ command, page, text })
  const { screen } = await screenForUpdate(write, actor.plantId, screenId)
  const device = deviceId === null ? null : await deviceOfScreen(write, actor.plantId, deviceId, screen.id)
  await write
    .deleteFrom('screen_commands')
    .where('plant_id', '=', actor.plantId)
    .where('until', '<', new Date(now.getTime() - dayMs))
    .execute()
  const { no } = await write
    .insertInto('screen_commands')
    .values({
      plant_id: actor.plantId,
      screen_id: screen.id,
      device_id: device?.id ?? null,
      command,
      page,
      message: text,
      at: now,
      until: new Date(now.getTime() + commandMs[command]),
      by_name: actor.cnName,
    })
    .returning('no')
    .executeTakeFirstOrThrow()
  await recordAudit(write, actor, {
    action: 'screen_device.command',
    subjectKind: device === null ? 'screen' : 'screen_device',
    subjectId: deviceId ?? screenId,
    subjectName: device?.name ?? screen.names.zh,
    after: { command, page, text },
  })
  return no
}

interface Beacon {
  readonly commandNo: number
  readonly [fact: string]: string | number | null
}

/** Stores the status report of a TV in its row; not audited, because no factory data changes. */
export async function keepBeacon(
  write: Write,
  plantId: number,
  deviceId: string,
  { commandNo, ...facts }: Beacon,
  now: Date,
): Promise<void> {
  await write
    .updateTable('screen_devices')
    .set({
      beacon: JSON.stringify({ ...facts, at: now.toISOString() }),
      last_seen_at: now,
      command_done: sql`greatest(command_done, ${commandNo})`,
    })
    .where('plant_id', '=', plantId)
    .where('id', '=', Number(deviceId))
    .execute()
}
