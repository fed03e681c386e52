import { sql } from 'kysely'
import { type Database, type Reads, readRows, type Write } from '../../../platform/db/handles.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { isUnavailable } from '../../../platform/db/violation.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Partitions } from '../frames/write-queue.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'

/** A minute is rolled up this long after its end, ms: live frames have arrived by then. */
const minuteRests = 5000

/**
 * The statements after `sums` (one row per machine, span, profile and slot with values): fills the slots without values and writes one row of arrays
 * per machine, span and profile.
 */
const slotsInto = (table: 'telemetry_minutes' | 'telemetry_hours') => sql`slotted as (
      select b.machine_id, b.span_at, b.profile_id, g.slot, coalesce(s.n, 0) as n, s.low, s.high,
        coalesce(s.mean, s.last) as mean, s.last, coalesce(s.held_ms, 0) as held_ms
      from (select machine_id, span_at, profile_id, max(slot) as slots from sums group by 1, 2, 3) b
      cross join lateral generate_series(1, b.slots) as g(slot)
      left join sums s on s.machine_id = b.machine_id and s.span_at = b.span_at and s.profile_id = b.profile_id
        and s.slot = g.slot
    ), written as (
      insert into ${sql.table(table)} (machine_id, at, profile_id, counts, lows, highs, means, lasts, held_ms)
      select machine_id, span_at, profile_id, array_agg(n order by slot), array_agg(low order by slot),
        array_agg(high order by slot), array_agg(mean order by slot), array_agg(last order by slot),
        array_agg(held_ms order by slot)
      from slotted group by machine_id, span_at, profile_id
      order by machine_id, span_at
      on conflict (machine_id, at, profile_id) do update set counts = excluded.counts, lows = excluded.lows,
        highs = excluded.highs, means = excluded.means, lasts = excluded.lasts, held_ms = excluded.held_ms
    )`

/**
 * Rolls up at most `most` minutes of machines whose frames changed. Rows locked by another instance are skipped. A value holds until the next one of
 * its minute. Bad values do not count. Returns how many minutes were done.
 */
export async function sumMinutes(write: Write, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    with taken as (
      delete from telemetry_dirty where (span, at, machine_id) in (
        select span, at, machine_id from telemetry_dirty
        where span = 'minute' and at <= ${now}::timestamptz - interval '1 minute' - ${minuteRests} * interval '1 millisecond'
        order by at, machine_id limit ${most} for update skip locked)
      returning at, machine_id
    ), samples as (
      select f.machine_id, t.at as span_at, f.profile_id, f.at, s.slot, s.value,
        lead(f.at, 1, t.at + interval '1 minute') over (
          partition by f.machine_id, t.at, f.profile_id, s.slot order by f.at) - f.at as held
      from taken t
      join telemetry_frames f on f.machine_id = t.machine_id and f.at >= t.at and f.at < t.at + interval '1 minute'
      cross join lateral unnest(f.values) with ordinality as s(value, slot)
      where s.value is not null and coalesce(f.qualities[s.slot], 0) <> 1
    ), sums as (
      select machine_id, span_at, profile_id, slot, count(*)::int as n, min(value) as low, max(value) as high,
        sum(value * extract(epoch from held)) / nullif(sum(extract(epoch from held)), 0) as mean,
        (array_agg(value order by at desc))[1] as last, (sum(extract(epoch from held)) * 1000)::int as held_ms
      from samples group by machine_id, span_at, profile_id, slot
    ), ${slotsInto('telemetry_minutes')}, hours as (
      insert into telemetry_dirty (span, at, machine_id)
      select distinct 'hour', date_trunc('hour', at, 'UTC'), machine_id from taken order by 2, 3
      on conflict do nothing
    )
    select count(*)::int as done from taken`.execute(write)
  return rows[0]?.done ?? 0
}

/** Rolls up at most `most` hours of machines from their minutes. The current hour is included as far as it exists. */
export async function sumHours(write: Write, most: number): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    with taken as (
      delete from telemetry_dirty where (span, at, machine_id) in (
        select span, at, machine_id from telemetry_dirty
        where span = 'hour' order by at, machine_id limit ${most} for update skip locked)
      returning at, machine_id
    ), sums as (
      select m.machine_id, t.at as span_at, m.profile_id, s.slot, sum(s.n)::int as n, min(s.low) as low, max(s.high) as high,
        sum(s.mean * s.held_ms) / nullif(sum(s.held_ms), 0) as mean,
        (array_agg(s.last order by m.at desc))[1] as last, sum(s.held_ms)::int as held_ms
      from taken t
      join telemetry_minutes m on m.machine_id = t.machine_id and m.at >= t.at and m.at < t.at + interval '1 hour'
      cross join lateral unnest(m.counts, m.lows, m.highs, m.means, m.lasts, m.held_ms)
        with ordinality as s(n, low, high, mean, last, held_ms, slot)
      where s.n > 0 group by m.machine_id, t.at, m.profile_id, s.slot
    ), ${slotsInto('telemetry_hours')}
    select count(*)::int as done from taken`.execute(write)
  return rows[0]?.done ?? 0
}

interface HousekeepingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly partitions: Partitions
  readonly notify: (links: LinkChange[]) => Promise<void>
}

/** Machine-minutes and machine-hours of one statement: the embedded database has one connection, so statements must be short. */
const minutesAtOnce = 60
const hoursAtOnce = 20
/** Old events deleted by one statement. */
const eventsAtOnce = 5000
/** Retention of events, days. */
const eventDays = 90
/** Text changes kept per signal. */
const maxTexts = 10_000
const tickMs = 1000
/** Pause between rounds while work remains, so that others can use the database. */
const soonMs = 50
const oldEvery = 3_600_000

/** Periodic work: rollups, silent machines, partitions, old rows. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #oldAt = -Infinity
  /** The last search for old events may have left some. */
  #oldEventsWait = false
  #isStopped = false

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isStopped = false
    const again = (wait: number): void => {
      this.#timer = setTimeout(() => {
        this.#running = this.#tick().then((more) => {
          if (!this.#isStopped) again(more ? soonMs : tickMs)
        })
      }, wait).unref()
    }
    again(tickMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #tick(): Promise<boolean> {
    try {
      return await this.run()
    } catch (error) {
      if (isUnavailable(error)) this.#deps.log.debug({ err: error }, 'housekeeping of telemetry waits')
      else this.#deps.log.error({ err: error }, 'housekeeping of telemetry failed')
      return false
    }
  }

  /** Runs one round. Returns whether rollups or old events remain. */
  async run(): Promise<boolean> {
    const { db, clock, partitions, notify } = this.#deps
    const now = clock.now()
    if (now.getTime() - this.#oldAt >= oldEvery) {
      await partitions.ahead(now.getTime())
      await partitions.dropOld(now.getTime())
      this.#oldEventsWait = true
      this.#oldAt = now.getTime()
    }
    if (this.#oldEventsWait)
      this.#oldEventsWait = (await db.tx((write) => dropOldEvents(write, now))) === eventsAtOnce
    if (now.getTime() === this.#oldAt) await db.tx((write) => dropOldTexts(write, now))
    if (!(await isDue(db.reads))) return this.#oldEventsWait
    const gone = await db.tx((write) => silentMachines(write, now))
    if (gone.length > 0) await notify(gone)
    const minutes = await db.tx((write) => sumMinutes(write, now, minutesAtOnce))
    const hours = await db.tx((write) => sumHours(write, hoursAtOnce))
    return this.#oldEventsWait || minutes === minutesAtOnce || hours === hoursAtOnce
  }
}

/**
 * Whether a machine is connected or something waits for its sum. A factory without machines should not open three transactions a
 * second.
 */
async function isDue(reads: Reads): Promise<boolean> {
  const [row] = await readRows(
    reads,
    sql<{ is: boolean }>`select exists (select from telemetry_links where online)
      or exists (select from telemetry_dirty) as is`,
  )
  return row?.is === true
}

/** Machines that exceeded their idle timeout, or were not born again, go offline. Only one instance reports it. */
async function silentMachines(write: Write, now: Date): Promise<LinkChange[]> {
  const { rows } = await sql<{ machine_id: number; heard_at: Date; by_exception: boolean }>`
    update telemetry_links set online = false, since = ${now}::timestamptz, confirm_by = null
    where machine_id in (
      select machine_id from telemetry_links
      where online and (heard_at < ${now}::timestamptz - silence_ms * interval '1 millisecond'
        or confirm_by < ${now}::timestamptz)
      order by machine_id for update skip locked)
    returning machine_id, heard_at, silence_ms is null as by_exception`.execute(write)
  return rows.map(({ machine_id: machineId, heard_at, by_exception: byException }) => ({
    machineId,
    at: now.getTime(),
    heardAt: heard_at.getTime(),
    online: false,
    silent: true,
    byException,
  }))
}

/** A signal whose text changes every second is no job number, so only its latest changes are kept. */
async function dropOldTexts(write: Write, now: Date): Promise<void> {
  await sql`delete from telemetry_texts where seen_at < ${now}::timestamptz - ${eventDays} * interval '1 day'`.execute(
    write,
  )
  // Computes the bounds first and once: without statistics the join would look up the bound for every row.
  await sql`with bounds as materialized (
      select m.id, s.slot, (select at from telemetry_texts where machine_id = m.id and slot = s.slot
        order by at desc offset ${maxTexts} limit 1) as at
      from machines m join profile_signals s on s.profile_id = m.profile_id)
    delete from telemetry_texts t using bounds b where t.machine_id = b.id and t.slot = b.slot and t.at <= b.at`.execute(
    write,
  )
}

/** Returns how many rows were deleted. The number per call is limited, so more may remain. */
async function dropOldEvents(write: Write, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from telemetry_events where (machine_id, event_key) in (
    select machine_id, event_key from telemetry_events
    where received_at < ${now}::timestamptz - ${eventDays} * interval '1 day' limit ${eventsAtOnce})`.execute(
    write,
  )
  return Number(numAffectedRows ?? 0)
}
