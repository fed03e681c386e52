import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { DeviceRow, screenDevicesApi } from '@cloud-factory/contract/displays/screen-devices'
import type { ScreenCommand, ScreenSource } from '@cloud-factory/domain/displays/display-enums'
import type { CommandItem } from '@cloud-factory/domain/wall/wall-frame'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canChange } from './displays.policy.ts'
import { type ShowingTv, shownScreenId, silentMs, tvsInGroups } from './tv-groups.ts'

type ListApi = (typeof screenDevicesApi)['GET /api/screens/devices']

interface DeviceRead {
  readonly id: number
  readonly name: string
  readonly screen_id: number
  readonly own_screen_id: number
  readonly group_id: number | null
  readonly group_name: string | null
  readonly dark: boolean
  readonly names: Names
  readonly source: ScreenSource
  readonly state: DeviceRow['state']
  readonly address: string
  readonly device: string
  readonly paired_at: Date
  readonly paired_by_name: string
  readonly last_seen_at: Date | null
  readonly beacon: DeviceRow['beacon']
  readonly command_done: number
  readonly command_no: number | null
  readonly command: ScreenCommand | null
  readonly command_at: Date | null
  readonly command_by: string | null
  readonly picture_at: Date | null
  readonly picture_type: 'image/webp' | 'image/jpeg' | null
  readonly revoked_at: Date | null
  readonly revoked_by_name: string
  readonly version: number
}

const stateOf = (now: Date) => sql`case when t.revoked_at is not null then 'revoked'
  when t.last_seen_at > ${new Date(now.getTime() - silentMs)} then 'online' else 'silent' end`
const columns = (
  now: Date,
) => sql`t.id, t.name, s.id as screen_id, t.screen_id as own_screen_id, t.group_id, g.name as group_name,
  coalesce(g.dark, false) as dark, s.names, s.source, ${stateOf(now)} as state, t.address,
  t.device, t.paired_at, t.paired_by_name, t.last_seen_at, t.beacon, t.command_done, c.no as command_no, c.command,
  c.at as command_at, c.by_name as command_by, p.taken_at as picture_at, p.type as picture_type, t.revoked_at, t.revoked_by_name, t.version`
const from = sql`${tvsInGroups} join screens s on s.id = ${shownScreenId}`
const withCommand = sql`${from} left join lateral (
  select no, command, at, by_name from screen_commands
  where plant_id = t.plant_id and at >= t.paired_at
    and (device_id = t.id or group_id = t.group_id or screen_id = s.id)
  order by no desc limit 1) c on true left join screen_device_pictures p on p.device_id = t.id`

const deviceView = (row: DeviceRead, actor: Pick<Actor, 'tags'>): DeviceRow => ({
  id: String(row.id),
  name: row.name,
  screenId: String(row.screen_id),
  screen: row.names,
  source: row.source,
  ownScreenId: String(row.own_screen_id),
  group:
    row.group_id === null || row.group_name === null
      ? null
      : { id: String(row.group_id), name: row.group_name },
  dark: row.dark,
  state: row.state,
  address: row.address,
  device: row.device,
  pairedAt: row.paired_at.toISOString(),
  pairedBy: row.paired_by_name,
  lastSeenAt: row.last_seen_at?.toISOString() ?? null,
  beacon: row.beacon,
  command: commandOf(row),
  picture: row.picture_at === null ? null : { at: row.picture_at.toISOString(), type: row.picture_type },
  revokedAt: row.revoked_at?.toISOString() ?? null,
  revokedBy: row.revoked_by_name,
  version: row.version,
  can: { change: canChange(actor, 'display.set') === true ? canTell(row) : 'permission.denied' },
})

/** A revoked TV receives no commands. */
const canTell = ({ revoked_at: revokedAt }: Pick<DeviceRead, 'revoked_at'>): true | string =>
  revokedAt === null || 'screen.revoked'

function commandOf({ command_no, command, command_at, command_by, command_done }: DeviceRead) {
  if (command_no === null || command === null || command_at === null) return null
  const done = command_done >= command_no
  return { no: command_no, command, at: command_at.toISOString(), by: command_by ?? '', done }
}

const sorts = bothWays({ id: ['t.id'], name: ['t.name', 't.id'] })

/** One page of TVs, newest first. Revoked ones only on request. */
export async function listDevices(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
  now: Date,
): Promise<ReplyOf<ListApi>> {
  const states = query.state ?? ['online', 'silent']
  const conditions: (RawBuilder<unknown> | null)[] = [
    sql`t.plant_id = ${actor.plantId}`,
    sql`${stateOf(now)} = any(${states}::text[])`,
    query.screenId === undefined ? null : sql`s.id = ${Number(query.screenId)}`,
    query.groupId === undefined ? null : sql`t.group_id = ${Number(query.groupId)}`,
    query.q === undefined || query.q === ''
      ? null
      : sql`strpos(lower(t.name || ' ' || coalesce(g.name, '') || ' ' || t.address || ' ' || s.names::text || ' ' || s.place), lower(${query.q})) > 0`,
  ]
  const where = allOf(conditions)
  const order = sorts[query.sort ?? '-id']
  const { rows, total } = await countedPage(
    reads,
    sql<DeviceRead>`select ${columns(now)} from ${withCommand} where ${where} order by ${order} ${limitOf(query)}`,
    from,
    where,
  )
  return {
    items: rows.map((row) => deviceView(row, actor)),
    total,
    can: { pair: canChange(actor, 'display.set') },
  }
}

/** Fails with `not_found` when the plant has no such TV. */
export async function deviceRow(reads: Reads, actor: Actor, id: string, now: Date): Promise<DeviceRow> {
  const [row] = await readRows(
    reads,
    sql<DeviceRead>`select ${columns(now)} from ${withCommand} where t.plant_id = ${actor.plantId} and t.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : deviceView(row, actor)
}

/**
 * The current command for whoever shows a screen, `tvs` among them; null when there is none. A TV executes each command
 * number once.
 */
export async function screenCommand(
  reads: Reads,
  plantId: number,
  { screenId, tvs }: { readonly screenId: string; readonly tvs: readonly ShowingTv[] },
  now: Date,
): Promise<CommandItem | null> {
  const groups = tvs.flatMap(({ groupId }) => (groupId === null ? [] : [groupId]))
  const row = await reads
    .selectFrom('screen_commands')
    .select(['no', 'command', 'page', 'message', 'device_id', 'group_id', 'until'])
    .where('plant_id', '=', plantId)
    .where('until', '>', now)
    .where((eb) =>
      eb.or([
        eb('screen_id', '=', Number(screenId)),
        eb('device_id', '=', sql<number>`any(${tvs.map(({ id }) => id)}::bigint[])`),
        eb('group_id', '=', sql<number>`any(${groups}::bigint[])`),
      ]),
    )
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const named = tvs.filter(
    ({ id, groupId }) => id === row.device_id || (groupId !== null && groupId === row.group_id),
  )
  return {
    no: row.no,
    command: row.command,
    page: row.page,
    text: row.message,
    devices: row.device_id === null && row.group_id === null ? null : named.map(({ id }) => String(id)),
    until: row.until.getTime(),
  }
}
