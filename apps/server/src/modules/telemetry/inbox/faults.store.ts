import type { FaultReason } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { sql } from 'kysely'
import type { Write } from '../../../platform/db/handles.ts'

export interface FaultSample {
  readonly at: number
  readonly origin: string
  readonly reason: FaultReason
  readonly topic: string
  readonly sample: string
}

/** Message counts of a device that is not a machine. */
export interface UnknownDevice {
  messages: number
  readonly firstAt: number
  lastAt: number
  readonly topic: string
  readonly sample: string
}

interface Counted {
  readonly counts: readonly {
    readonly origin: string
    readonly reason: FaultReason
    readonly count: number
  }[]
  readonly samples: readonly FaultSample[]
  readonly at: number
}

const keptSamples = 100
const maxUnknownDevices = 1000

/** Text without NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\u0000', '')

export async function storeFaults(write: Write, plantId: number, counted: Counted): Promise<void> {
  const counts = counted.counts.toSorted((a, b) =>
    `${a.origin} ${a.reason}` < `${b.origin} ${b.reason}` ? -1 : 1,
  )
  if (counts.length > 0)
    await sql`insert into telemetry_faults as f (plant_id, origin, reason, count, last_at)
      select ${plantId}::bigint, origin, reason, count, ${new Date(counted.at)}::timestamptz
      from unnest(${counts.map((c) => storable(c.origin))}::text[], ${counts.map((c) => c.reason)}::text[],
        ${counts.map((c) => c.count)}::bigint[]) as s(origin, reason, count)
      on conflict (plant_id, origin, reason)
      do update set count = f.count + excluded.count, last_at = excluded.last_at`.execute(write)
  for (const { at, origin, reason, topic, sample } of counted.samples)
    await sql`insert into telemetry_samples (plant_id, at, origin, reason, topic, sample)
      values (${plantId}, ${new Date(at)}, ${storable(origin)}, ${reason}, ${storable(topic)}, ${storable(sample)})`.execute(
      write,
    )
  if (counted.samples.length > 0)
    await sql`delete from telemetry_samples where plant_id = ${plantId} and id <= (
      select id from telemetry_samples where plant_id = ${plantId} order by id desc offset ${keptSamples} limit 1)`.execute(
      write,
    )
}

/** A full inbox accepts no more unknown devices; devices already in it are still counted. */
export async function storeUnknownDevices(
  write: Write,
  plantId: number,
  unknownDevices: ReadonlyMap<string, UnknownDevice>,
): Promise<void> {
  if (unknownDevices.size === 0) return
  const rows = [...unknownDevices].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const column = <T>(pick: (unknownDevice: UnknownDevice) => T): T[] =>
    rows.map(([, unknownDevice]) => pick(unknownDevice))
  const times = (pick: (unknownDevice: UnknownDevice) => number) => column((s) => new Date(pick(s)))
  await sql`
    with sent as (
      select * from unnest(${rows.map(([key]) => storable(key))}::text[], ${column((s) => s.messages)}::bigint[],
        ${times((s) => s.firstAt)}::timestamptz[], ${times((s) => s.lastAt)}::timestamptz[],
        ${column((s) => storable(s.topic))}::text[], ${column((s) => storable(s.sample))}::text[])
        with ordinality as s(device_key, messages, first_at, last_at, topic, sample, place)
    ), room as (
      select ${maxUnknownDevices} - count(*) as left from device_inbox where plant_id = ${plantId}
    )
    insert into device_inbox as i (plant_id, device_key, messages, first_at, last_at, topic, sample)
    select ${plantId}::bigint, device_key, messages, first_at, last_at, topic, sample from sent, room
    where place <= room.left or exists (
      select from device_inbox d where d.plant_id = ${plantId} and d.device_key = sent.device_key)
    on conflict (plant_id, device_key) do update set messages = i.messages + excluded.messages,
      last_at = excluded.last_at,
      sample = case when excluded.last_at > i.last_at + interval '1 minute' then excluded.sample else i.sample end`.execute(
    write,
  )
}
