import { sql } from 'kysely'
import type { FaultReason } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Write, Database } from '../../../platform/db/handles.ts'
import type { Log } from '../../../platform/log/log.ts'

interface FaultSample {
  readonly at: number
  readonly origin: string
  readonly reason: FaultReason
  readonly topic: string
  readonly sample: string
}

/** Message counts of a device that is not a machine. */
interface UnknownDevice {
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

const maxSamples = 100
const maxUnknownDevices = 1000

/** Text without NUL, which PostgreSQL cannot store. */
const storable = (text: string): string => text.replaceAll('\u0000', '')

async function storeFaults(write: Write, plantId: number, counted: Counted): Promise<void> {
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
      select id from telemetry_samples where plant_id = ${plantId} order by id desc offset ${maxSamples} limit 1)`.execute(
      write,
    )
}

/** A full inbox accepts no more unknown devices; devices already in it are still counted. */
async function storeUnknownDevices(
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

/** Maximum size of a message sample, bytes. */
const shown = 2048
/** Maximum number of samples and unknown devices per second; beyond it they are only counted. */
const samplesAtOnce = 5
const unknownDevicesAtOnce = 100

/** Bytes as readable text; bytes that are not text become `\xNN`. */
function readable(payload: Uint8Array): string {
  const cut = Buffer.from(payload.buffer, payload.byteOffset, Math.min(payload.length, shown))
  const text = cut.toString('utf8')
  if (!/[^\P{Cc}\t\n\r]|\ufffd/u.test(text)) return text
  return cut
    .toString('latin1')
    .slice(0, shown / 4)
    .replace(/[^\t\n\r\u0020-\u007e]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

interface FaultLogDeps {
  readonly db: Database
  readonly log: Log
  readonly plantId: number
  readonly now: () => number
}

/** Counts rejected messages and keeps a few samples, written together once a second. Memory is bounded under any load. */
export class FaultLog {
  readonly #deps: FaultLogDeps
  #counts = new Map<string, { origin: string; reason: FaultReason; count: number }>()
  #samples: FaultSample[] = []
  #unknownDevices = new Map<string, UnknownDevice>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  /** Since the start. */
  total = 0

  constructor(deps: FaultLogDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#writing = this.#writing.then(() => this.flush())
    }, 1000).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.flush()
  }

  /** `origin`: a machine's code, a device's key or a gateway's code; empty = not known. */
  count(origin: string, reason: FaultReason, topic: string, payload: Uint8Array | null, times = 1): void {
    this.total += times
    const named = this.#counts.size < 500 ? origin.slice(0, 200) : ''
    const key = `${named} ${reason}`
    const there = this.#counts.get(key)
    if (there === undefined) this.#counts.set(key, { origin: named, reason, count: times })
    else there.count += times
    if (payload !== null && this.#samples.length < samplesAtOnce) {
      const at = this.#deps.now()
      this.#samples.push({ at, origin: named, reason, topic: topic.slice(0, 200), sample: readable(payload) })
    }
  }

  unknownDevice(deviceKey: string, topic: string, payload: Uint8Array): void {
    this.total += 1
    const now = this.#deps.now()
    const there = this.#unknownDevices.get(deviceKey)
    if (there !== undefined) {
      there.messages += 1
      there.lastAt = now
    } else if (this.#unknownDevices.size < unknownDevicesAtOnce) {
      this.#unknownDevices.set(deviceKey, {
        messages: 1,
        firstAt: now,
        lastAt: now,
        topic: topic.slice(0, 200),
        sample: readable(payload),
      })
    }
  }

  /** Writes the counts. While the database is unavailable, they accumulate in memory. */
  async flush(): Promise<void> {
    const { db, log, plantId, now } = this.#deps
    const [counts, samples, unknownDevices] = [this.#counts, this.#samples, this.#unknownDevices]
    if (counts.size === 0 && unknownDevices.size === 0) return
    this.#counts = new Map()
    this.#samples = []
    this.#unknownDevices = new Map()
    try {
      await db.tx(async (write) => {
        await storeFaults(write, plantId, { counts: [...counts.values()], samples, at: now() })
        await storeUnknownDevices(write, plantId, unknownDevices)
      })
    } catch (error) {
      log.warn({ err: error }, 'faults of telemetry could not be written')
      for (const { origin, reason, count } of counts.values()) this.count(origin, reason, '', null, count)
      this.total -= [...counts.values()].reduce((sum, { count }) => sum + count, 0)
    }
  }
}
