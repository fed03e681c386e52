import { sql, type RawBuilder } from 'kysely'
import type { Write } from '../../../platform/db/handles.ts'
import type { QueuedFrame, MachineEvent, Batch, LinkUpdate, QueuedEvent } from '../telemetry.types.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import { prepare } from '../../../platform/db/prepared-statements.ts'

/** Stores the non-numeric values of frames. An unchanged value only extends its last row. */
export async function writeTexts(write: Write, frames: readonly QueuedFrame[]): Promise<void> {
  const reported = frames.flatMap(({ texts = [], ...frame }) =>
    texts.map((text) => ({ ...text, id: frame.machineId, profileId: frame.profileId, at: frame.at })),
  )
  if (reported.length === 0) return
  const changes: (typeof reported)[number][] = []
  const until = new Map<(typeof reported)[number], number>()
  const last = new Map<string, (typeof reported)[number]>()
  for (const one of reported.toSorted((a, b) => a.id - b.id || a.slot - b.slot || a.at - b.at)) {
    const key = `${one.id} ${one.slot}`
    const before = last.get(key)
    const isSame = before?.kind === one.kind && before.value === one.value
    const current = isSame ? before : one
    if (!isSame) changes.push(one)
    until.set(current, one.at)
    last.set(key, current)
  }
  const column = <T>(of: (one: (typeof reported)[number]) => T) => changes.map(of)
  const instant = (at: number) => new Date(at).toISOString()
  const sent = sql`select s.*, l.at as last_at, l.kind = s.kind and l.value = s.value and l.profile_id = s.profile_id
      and l.at <= s.at as same
    from unnest(${column((one) => one.id)}::bigint[], ${column((one) => one.slot)}::smallint[],
      ${column((one) => one.profileId)}::bigint[], ${column((one) => instant(one.at))}::timestamptz[],
      ${column((one) => instant(until.get(one) ?? one.at))}::timestamptz[],
      ${column((one) => one.kind)}::text[], ${column((one) => one.value)}::text[])
      s (machine_id, slot, profile_id, at, seen_at, kind, value)
    left join lateral (select at, kind, value, profile_id from telemetry_texts t
      where t.machine_id = s.machine_id and t.slot = s.slot order by at desc limit 1) l on true`
  await sql`with sent as (${sent}), lasts as (
      update telemetry_texts t set seen_at = greatest(t.seen_at, s.seen_at) from sent s
      where s.same and t.machine_id = s.machine_id and t.slot = s.slot and t.at = s.last_at)
    insert into telemetry_texts (machine_id, slot, at, profile_id, seen_at, kind, value)
    select machine_id, slot, at, profile_id, seen_at, kind, value from sent where same is not true
    on conflict do nothing`.execute(write)
}

/** Timestamps are sent to the database as ms since 1970: a number needs no time zone. */
const instant = (column: string): RawBuilder<unknown> =>
  sql.raw(`timestamptz 'epoch' + ${column} * interval '1 millisecond'`)

/** What a batch learned that was not known before. */
export interface Stored {
  readonly links: LinkChange[]
  readonly events: MachineEvent[]
}

/** Writes a batch. Rows are written in a fixed order so that two instances never deadlock. */
export async function storeBatch(write: Write, { frames, links, events }: Batch): Promise<Stored> {
  const stored = merged(frames.filter((frame) => frame.stored))
  if (stored.length > 0) {
    await insertFrames(write, stored)
    await markDirty(write, stored)
  }
  await writeLatest(write, frames)
  await writeTexts(write, frames)
  return { links: await writeLinks(write, links), events: await insertEvents(write, events) }
}

/** One frame per machine and instant. Values that arrived separately are merged; of two values the first wins. */
function merged(frames: readonly QueuedFrame[]): QueuedFrame[] {
  const byKey = new Map<string, QueuedFrame>()
  for (const frame of frames) {
    const key = `${frame.machineId} ${frame.at}`
    const first = byKey.get(key)
    byKey.set(key, first === undefined ? frame : mergedPair(first, frame))
  }
  return [...byKey.values()].toSorted((a, b) => a.machineId - b.machineId || a.at - b.at)
}

function mergedPair(first: QueuedFrame, second: QueuedFrame): QueuedFrame {
  if (first.profileId !== second.profileId) return first
  const values = first.values.map((value, slot) => value ?? second.values[slot] ?? null)
  const qualities =
    first.qualities === null && second.qualities === null
      ? null
      : first.values.map((value, slot) => (value === null ? second : first).qualities?.[slot] ?? 0)
  return { ...first, values, qualities }
}

const arrayText = (numbers: readonly (number | null)[]): string =>
  `{${numbers.map((value) => value ?? 'NULL').join(',')}}`

async function insertFrames(write: Write, frames: readonly QueuedFrame[]): Promise<void> {
  await sql`${prepare}insert into telemetry_frames as f
      (machine_id, at, profile_id, values, qualities, received_at, late)
    select machine_id, ${instant('at_ms')}, profile_id, value_list::double precision[],
      quality_list::smallint[], ${instant('received_ms')}, late
    from unnest(${frames.map((f) => f.machineId)}::bigint[], ${frames.map((f) => f.at)}::float8[],
      ${frames.map((f) => f.profileId)}::bigint[], ${frames.map((f) => arrayText(f.values))}::text[],
      ${frames.map((f) => (f.qualities === null ? null : arrayText(f.qualities)))}::text[],
      ${frames.map((f) => f.receivedAt)}::float8[], ${frames.map((f) => !f.live)}::boolean[]
    ) as sent(machine_id, at_ms, profile_id, value_list, quality_list, received_ms, late)
    on conflict (machine_id, at) do update set (values, qualities) = (
      select array_agg(coalesce(o.v, n.v) order by o.i),
        array_agg(coalesce(case when o.v is null then n.q else o.q end, 0) order by o.i)::smallint[]
      from unnest(f.values, f.qualities) with ordinality as o(v, q, i)
      left join unnest(excluded.values, excluded.qualities) with ordinality as n(v, q, i) on n.i = o.i)
    where f.profile_id = excluded.profile_id and array_position(f.values, null) is not null
      and f.values <> excluded.values`.execute(write)
}

async function markDirty(write: Write, frames: readonly QueuedFrame[]): Promise<void> {
  const keys = new Map(
    frames.map(({ machineId, at }) => {
      const minute = Math.floor(at / 60_000) * 60_000
      return [`${minute} ${machineId}`, { machineId, minute }]
    }),
  )
  const minutes = [...keys.values()].toSorted((a, b) => a.minute - b.minute || a.machineId - b.machineId)
  await sql`${prepare}insert into telemetry_dirty (span, at, machine_id)
    select 'minute', ${instant('at_ms')}, machine_id
    from unnest(${minutes.map((m) => m.minute)}::float8[], ${minutes.map((m) => m.machineId)}::bigint[])
      as s(at_ms, machine_id)
    on conflict do nothing`.execute(write)
}

interface LatestValue {
  readonly frame: QueuedFrame
  readonly slot: number
}

async function writeLatest(write: Write, frames: readonly QueuedFrame[]): Promise<void> {
  const latest = new Map<string, LatestValue>()
  for (const frame of frames.filter(({ live }) => live)) {
    for (const [place, value] of frame.values.entries()) {
      if (value === null) continue
      const key = `${frame.machineId} ${place}`
      const there = latest.get(key)
      if (there === undefined || frame.at >= there.frame.at) latest.set(key, { frame, slot: place + 1 })
    }
  }
  if (latest.size === 0) return
  const rows = [...latest.values()].toSorted(
    (a, b) => a.frame.machineId - b.frame.machineId || a.slot - b.slot,
  )
  await sql`${prepare}insert into telemetry_latest as l
      (machine_id, slot, profile_id, at, received_at, value, quality)
    select machine_id, slot, profile_id, ${instant('at_ms')}, ${instant('received_ms')}, value, quality
    from unnest(${rows.map((r) => r.frame.machineId)}::bigint[], ${rows.map((r) => r.slot)}::smallint[],
      ${rows.map((r) => r.frame.profileId)}::bigint[], ${rows.map((r) => r.frame.at)}::float8[],
      ${rows.map((r) => r.frame.receivedAt)}::float8[],
      ${rows.map((r) => r.frame.values[r.slot - 1] ?? 0)}::float8[],
      ${rows.map((r) => r.frame.qualities?.[r.slot - 1] ?? 0)}::smallint[]
    ) as s(machine_id, slot, profile_id, at_ms, received_ms, value, quality)
    on conflict (machine_id, slot) do update set profile_id = excluded.profile_id, at = excluded.at,
      received_at = excluded.received_at, value = excluded.value, quality = excluded.quality
    where excluded.at >= l.at or excluded.profile_id <> l.profile_id`.execute(write)
}

async function writeLinks(write: Write, updates: readonly LinkUpdate[]): Promise<LinkChange[]> {
  if (updates.length === 0) return []
  const ids = updates.map(({ machineId }) => machineId).toSorted((a, b) => a - b)
  const known = await sql<LinkRead>`
    select machine_id, online, heard_at from telemetry_links where machine_id = any(${ids}::bigint[])
    order by machine_id for no key update`.execute(write)
  const before = new Map(known.rows.map((row) => [row.machine_id, row]))
  const rows = updates
    .map((update) => asItWas(update, before.get(update.machineId)))
    .toSorted((a, b) => a.machineId - b.machineId)
  await sql`${prepare}insert into telemetry_links as l (machine_id, online, since, heard_at, silence_ms, boot,
      claimed_profile, firmware, clock_offset_ms)
    select machine_id, online, ${instant('heard_ms')}, ${instant('heard_ms')}, silence_ms, coalesce(boot, ''),
      coalesce(profile, ''), coalesce(firmware, ''), clock_offset
    from unnest(${ids}::bigint[], ${rows.map((r) => r.online)}::boolean[], ${rows.map((r) => r.heardAt)}::float8[],
      ${rows.map((r) => r.idleTimeoutMs)}::int[], ${rows.map((r) => r.boot ?? null)}::text[],
      ${rows.map((r) => r.profile ?? null)}::text[], ${rows.map((r) => r.firmware ?? null)}::text[],
      ${rows.map((r) => r.clockOffsetMs)}::bigint[]
    ) as s(machine_id, online, heard_ms, silence_ms, boot, profile, firmware, clock_offset)
    on conflict (machine_id) do update set online = excluded.online,
      since = case when l.online = excluded.online then l.since else excluded.since end,
      heard_at = greatest(l.heard_at, excluded.heard_at), silence_ms = excluded.silence_ms, confirm_by = null,
      boot = coalesce(nullif(excluded.boot, ''), l.boot),
      claimed_profile = coalesce(nullif(excluded.claimed_profile, ''), l.claimed_profile),
      firmware = coalesce(nullif(excluded.firmware, ''), l.firmware),
      clock_offset_ms = coalesce(excluded.clock_offset_ms, l.clock_offset_ms)`.execute(write)
  return rows.flatMap((row) => changesOf(row, before.get(row.machineId)))
}

interface LinkRead {
  readonly machine_id: number
  readonly online: boolean
  readonly heard_at: Date
}

/** The link changes to report. A silence that ended before anybody detected it is reported as a disconnect and a connect. */
function changesOf(row: LinkUpdate & { online: boolean }, was: LinkRead | undefined): LinkChange[] {
  const { machineId, heardAt, online, idleTimeoutMs } = row
  const change = { machineId, at: heardAt, silent: false, byException: idleTimeoutMs === null }
  const coming = { ...change, heardAt, online: true }
  if (was?.online !== true) return online ? [coming] : []
  const wasHeardAt = was.heard_at.getTime()
  if (!online) return [{ ...change, heardAt: wasHeardAt, online: false }]
  const since = row.silentSince === null ? storedSilence(row, wasHeardAt) : row.silentSince
  return since === undefined ? [] : [{ ...change, heardAt: since, online: false, silent: true }, coming]
}

const storedSilence = ({ heardAt, idleTimeoutMs }: LinkUpdate, wasHeardAt: number): number | undefined =>
  idleTimeoutMs !== null && heardAt - wasHeardAt > idleTimeoutMs ? wasHeardAt : undefined

/** A retained message describes a machine, but does not prove that it is online. */
function asItWas(update: LinkUpdate, was: LinkRead | undefined) {
  if (update.online !== undefined) return { ...update, online: update.online }
  return { ...update, online: was?.online ?? false, heardAt: was?.heard_at.getTime() ?? update.heardAt }
}

/** Stores events from long ago without notifying anybody. */
export async function keepEvents(write: Write, events: readonly MachineEvent[]): Promise<void> {
  await insertEvents(
    write,
    events.map((event) => ({ ...event, receivedAt: event.at })),
  )
}

async function insertEvents(write: Write, events: readonly QueuedEvent[]): Promise<MachineEvent[]> {
  if (events.length === 0) return []
  const rows = events.toSorted((a, b) => a.machineId - b.machineId || (a.id < b.id ? -1 : 1))
  const { rows: made } = await sql<{ machine_id: number; event_key: string }>`
    insert into telemetry_events (machine_id, event_key, at, received_at, type, data)
    select machine_id, event_key, ${instant('at_ms')}, ${instant('received_ms')}, type, data::jsonb
    from unnest(${rows.map((e) => e.machineId)}::bigint[], ${rows.map((e) => e.id)}::text[],
      ${rows.map((e) => e.at)}::float8[], ${rows.map((e) => e.receivedAt)}::float8[],
      ${rows.map((e) => e.type)}::text[], ${rows.map((e) => JSON.stringify(e.data))}::text[]
    ) as s(machine_id, event_key, at_ms, received_ms, type, data)
    on conflict do nothing returning machine_id, event_key`.execute(write)
  const fresh = new Set(made.map((row) => `${row.machine_id} ${row.event_key}`))
  return events.filter(({ machineId, id }) => fresh.delete(`${machineId} ${id}`))
}
