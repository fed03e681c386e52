import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Write } from '../../../platform/db/handles.ts'
import { isUnavailable } from '../../../platform/db/violation.ts'
import type { Log } from '../../../platform/log/log.ts'
import type { Partitions } from '../frames/partitions.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/machine-frame'
import { sumHours, sumMinutes } from './rollups.store.ts'

export interface HousekeepingDeps {
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
    const gone = await db.tx((write) => silentMachines(write, now))
    if (gone.length > 0) await notify(gone)
    const minutes = await db.tx((write) => sumMinutes(write, now, minutesAtOnce))
    const hours = await db.tx((write) => sumHours(write, hoursAtOnce))
    return this.#oldEventsWait || minutes === minutesAtOnce || hours === hoursAtOnce
  }
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
