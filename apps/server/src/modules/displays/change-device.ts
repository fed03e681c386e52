import { deviceTag } from '@cloud-factory/domain/identity/permissions'
import { sql } from 'kysely'
import { noUserId, type Authenticate, type Actor } from '../../platform/auth/actor.ts'
import { isTouchDue } from '../../platform/auth/sessions.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { CommandTarget, ScreenCommand } from '@cloud-factory/domain/displays/display-enums'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { deletePicture } from './device-pictures.ts'
import { deviceRow } from './devices.queries.ts'
import { screenForUpdate } from './screens.store.ts'
import { groupOfId, type Placing, shownScreenId, tvsInGroups } from './tv-groups.ts'

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
      select t.id, t.plant_id as "plantId", ${shownScreenId} as "screenId", t.name, t.last_seen_at as "lastSeenAt"
      from ${tvsInGroups} where t.token_hash = ${hash} and t.revoked_at is null`,
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
  picture: 60_000,
}

/** Changes the name of a TV, its own screen and its group. */
export async function changeDevice(
  write: Write,
  actor: Actor,
  { id, version, now }: { readonly id: string; readonly version: number; readonly now: Date },
  { name, screenId, groupId }: Placing,
): Promise<void> {
  // Locks the screen before the TV, in the same order as pairing.
  const { screen } = await screenForUpdate(write, actor.plantId, screenId)
  const device = await rowForUpdate(write, 'screen_devices', actor.plantId, id)
  if (device.version !== version)
    fail('version.conflict', { current: await deviceRow(asReads(write), actor, id, now) })
  if (device.revoked_at !== null) reject('screen.revoked')
  const group = await groupOfId(write, actor.plantId, groupId)
  const place = { name, screen_id: screen.id, group_id: group?.id ?? null }
  if (differences(device, place) === null) return
  await saveRow(write, actor, 'screen_devices', device.id, place)
  await recordAction(write, actor, {
    action: 'screen_device.change',
    event: 'screens.device_changed',
    subjectKind: 'screen_device',
    id,
    name,
    before: {
      name: device.name,
      screenId: String(device.screen_id),
      groupId: device.group_id === null ? null : String(device.group_id),
    },
    after: { name, screenId, screen: screen.names.zh, groupId, group: group?.name ?? null },
  })
}

/** Revokes a TV's token; does nothing if it is already revoked. */
export async function revokeDevice(write: Write, actor: Actor, id: string, now: Date): Promise<void> {
  const device = await rowForUpdate(write, 'screen_devices', actor.plantId, id)
  if (device.revoked_at !== null) return
  await saveRow(write, actor, 'screen_devices', device.id, {
    token_hash: null,
    group_id: null,
    revoked_at: now,
    revoked_by_name: actor.cnName,
  })
  await deletePicture(write, device.id)
  await recordAction(write, actor, {
    action: 'screen_device.revoke',
    event: 'screens.device_revoked',
    subjectKind: 'screen_device',
    id,
    name: device.name,
  })
}

interface CommandInput {
  readonly to: CommandTarget
  /** Of the TV, the group or the screen. */
  readonly id: string
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

interface Recipient {
  readonly id: number
  readonly kind: string
  readonly name: string
}

/** For whom a command is: a paired TV, a group or a screen; fails with `not_found`. */
async function recipientOf(write: Write, plantId: number, to: CommandTarget, id: string): Promise<Recipient> {
  if (to === 'screen') {
    const { screen } = await screenForUpdate(write, plantId, id)
    return { id: screen.id, kind: 'screen', name: screen.names.zh }
  }
  if (to === 'group')
    return { ...(await rowForUpdate(write, 'screen_groups', plantId, id)), kind: 'screen_group' }
  const device = await rowForUpdate(write, 'screen_devices', plantId, id)
  if (device.revoked_at !== null) reject('screen.revoked')
  return { ...device, kind: 'screen_device' }
}

/** Sends a command to a TV, to the TVs of a group or to all that show a screen; returns its number. */
export async function commandDevices(
  write: Write,
  actor: Actor,
  { to, id, command, page, text }: CommandInput,
  now: Date,
): Promise<number> {
  rejectSenseless({ command, page, text })
  const target = await recipientOf(write, actor.plantId, to, id)
  await write
    .deleteFrom('screen_commands')
    .where('plant_id', '=', actor.plantId)
    .where('until', '<', new Date(now.getTime() - dayMs))
    .execute()
  const { no } = await write
    .insertInto('screen_commands')
    .values({
      plant_id: actor.plantId,
      screen_id: to === 'screen' ? target.id : null,
      group_id: to === 'group' ? target.id : null,
      device_id: to === 'device' ? target.id : null,
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
    subjectKind: target.kind,
    subjectId: id,
    subjectName: target.name,
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
