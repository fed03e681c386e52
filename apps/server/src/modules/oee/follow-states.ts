import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { isDeepStrictEqual } from 'node:util'
import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { sql } from 'kysely'
import { type Reads, readRows, type Database } from '../../platform/db/handles.ts'
import {
  workPlan,
  type CalendarShift,
  windowAt,
  windowsOf,
  type WorkCalendar,
  type PlanPort,
} from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import {
  type Carry,
  addCounts,
  holdCarries,
  replaceCounts,
  ShiftFinder,
  machineDirectory,
  type StateFrame,
  catchUpLate,
  type StoredFramesPort,
  StateTracker,
} from '../machine-states/public.ts'
import { isOlder, type RecomputeDeps, seriesOf, recomputeLate } from './recompute-late.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { LinkChange } from '@cloud-factory/domain/telemetry/liveness.rules'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import { computeDays } from './compute-days.ts'

/** The settings that determine the shift of an instant. */
interface ShiftPlan {
  readonly timeZone: string
  readonly shifts: readonly CalendarShift[]
}

const dayMs = 86_400_000

/**
 * Records that shifts begin or end at other times than those used for counting. Each machine is then recounted, and the times
 * of all days are recomputed. Returns whether the times differ.
 */
async function noteShiftChange({
  db,
  plan,
  plantId,
}: Pick<RecomputeDeps, 'db' | 'plan' | 'plantId'>): Promise<boolean> {
  const now = await shiftPlan({ reads: db.reads, plan, plantId })
  const [known] = await readRows(
    db.reads,
    sql<{ plan: ShiftPlan }>`select plan from machine_shift_plans where plant_id = ${plantId}`,
  )
  if (isDeepStrictEqual(known?.plan, now)) return false
  return db.tx(async (write) => {
    const { rows } = await sql<{ plan: ShiftPlan }>`
      select plan from machine_shift_plans where plant_id = ${plantId} for update`.execute(write)
    await sql`insert into machine_shift_plans (plant_id, plan) values (${plantId}, ${JSON.stringify(now)}::jsonb)
      on conflict (plant_id) do update set plan = excluded.plan`.execute(write)
    const before = rows[0]?.plan
    if (before === undefined || isDeepStrictEqual(before, now)) return false
    await sql`insert into machine_recounts (plant_id, machine_id, t0, t1, shifts_before)
      select ${plantId}, m.id, now(), now(), ${JSON.stringify(before)}::jsonb from machines m
      where m.plant_id = ${plantId} and exists (select from machine_counts where machine_id = m.id)
        and not exists (select from machine_recounts where machine_id = m.id and shifts_before is not null)
      order by m.id`.execute(write)
    await sql`update machine_times set is_stale = true where plant_id = ${plantId}`.execute(write)
    return true
  })
}

async function shiftPlan({
  reads,
  plan,
  plantId,
}: { reads: Reads } & Pick<RecomputeDeps, 'plan' | 'plantId'>) {
  const { timeZone, shifts } = await workPlan(reads, plan, plantId, ['1970-01-01', '1970-01-01'])
  return { timeZone, shifts: shifts.map(({ id, startsAt, endsAt }) => ({ id, startsAt, endsAt })) }
}

interface ShiftRecount {
  readonly id: number
  readonly machineId: number
  readonly source: string
  readonly workshopId: number | null
  readonly before: ShiftPlan
  readonly counters: Carry | null
}

/**
 * Recounts one machine by the current shifts, as far back as its frames are stored. Older days stay unchanged and are marked
 * so. Each increase counts once: readings since the start of a working day of the old shifts move to their new shift, even to
 * one of the day before. Returns whether there was anything to do.
 */
async function recomputeShifts(deps: RecomputeDeps): Promise<boolean> {
  const { db, plantId } = deps
  const recount = await nextRecount(db.reads, plantId)
  if (recount === null) return false
  const { machineId, source, counters } = recount
  const { last, from } = await lastOldDay(deps, recount)
  const anew =
    counters === null || from > counters.at ? null : await countedAnew(deps, recount, counters, from)
  await db.tx(async (write) => {
    if (anew !== null) {
      const held = (await holdCarries(write, plantId, [machineId])).get(machineId)
      if (held?.at !== counters?.at) return
      const rows = anew.counted.map((row) => ({ ...row, machineId, source }))
      const days = [addDays(last, 1), anew.lastDay] as const
      const mine = rows.filter(({ day }) => day > last)
      await replaceCounts(write, plantId, { machineId, days, running: anew.running }, mine)
      await addCounts(
        write,
        plantId,
        rows.filter(({ day }) => day <= last),
      )
    }
    await sql`update machine_counts set by_old_shifts = day <= ${last}::date
      where machine_id = ${machineId} and by_old_shifts <> (day <= ${last}::date)`.execute(write)
    // Until now the counts of former shifts were kept in the times of those shifts.
    await sql`update machine_times set is_stale = true where machine_id = ${machineId}`.execute(write)
    await sql`delete from machine_recounts where id = ${recount.id}`.execute(write)
  })
  return true
}

async function nextRecount(reads: Reads, plantId: number): Promise<ShiftRecount | null> {
  const rows = await readRows(
    reads,
    sql<ShiftRecount>`
      select r.id, r.machine_id as "machineId", m.source, m.workshop_id as "workshopId", r.shifts_before as before, t.counters
      from machine_recounts r join machines m on m.id = r.machine_id
      left join machine_tracks t on t.machine_id = r.machine_id
      where r.plant_id = ${plantId} and r.shifts_before is not null order by r.id limit 1`,
  )
  return rows[0] ?? null
}

/** The last working day, by the old shifts, whose frames are no longer all stored, and its end in ms since 1970. */
async function lastOldDay(
  { db, clock, stored }: RecomputeDeps,
  { machineId, before, counters }: ShiftRecount,
): Promise<{ readonly last: string; readonly from: number }> {
  const calendar: WorkCalendar = { ...before, running: [], exceptions: new Map() }
  const now = clock.now().getTime()
  const spans = [{ machineId, after: 0, until: counters?.at ?? 0 }]
  const first = (await stored.counters(db.reads, spans, 1))[0]?.at ?? now
  const civil = clockAt(first, before.timeZone).day
  const day = windowAt(windowsOf(calendar, addDays(civil, -1), civil), first)?.day ?? civil
  const isWhole = first > now - (rawDays - 2) * dayMs && !(await isOlder(db.reads, machineId, day))
  const last = isWhole && first < now ? addDays(day, -1) : day
  const next = windowsOf(calendar, addDays(last, 1), addDays(last, 1))
  return { last, from: Math.min(...next.map((window) => window.from)) }
}

async function countedAnew(
  deps: RecomputeDeps,
  { machineId, workshopId }: ShiftRecount,
  { at: cursor }: Carry,
  from: number,
) {
  const { db, clock, stored } = deps
  const find = await new ShiftFinder({ ...deps, reads: db.reads }).finder()
  const shiftAt = (at: number) => find(workshopId, at)
  const before = await stored.nearest(db.reads, machineId, { before: from })
  const series = await seriesOf(deps, machineId, { from, to: cursor + 1, cursor, shiftAt }, before)
  const running = shiftAt(clock.now().getTime())
  return { counted: series.counted, running, lastDay: addDays(running.day, 1) }
}

interface KeeperDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
  readonly plantId: number
}

/** Maximum number of stale working days that one run recomputes. */
const maxStaleDays = 3
/** After a longer pause of the server, figures are computed for this many days only. */
const longestGapDays = 31

/**
 * Updates figures: first shifts that are running or have just ended, then stale days, the latest first.
 * @returns number of computed rows
 */
export async function bringUpToDate({ db, clock, plan, plantId }: KeeperDeps): Promise<number> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const begun = await firstOpenDay(db.reads, plantId, today)
  const stale = await staleDays(db.reads, plantId, begun)
  const machines = await machineDirectory(db.reads, plantId)
  const computation = { plan, plantId, machines, now: now.getTime() }
  let rows = 0
  // In any time zone; a day that has not begun has no planned time yet.
  for (const days of [[begun, addDays(today, 1)] as const, ...stale.map((day) => [day, day] as const)])
    rows += await db.tx((write) => computeDays(write, { ...computation, days }))
  return rows
}

/** Yesterday, or the last day on which figures were updated. */
async function firstOpenDay(reads: Reads, plantId: number, today: string): Promise<string> {
  const rows = await readRows(
    reads,
    sql<{ day: string | null }>`select max(day)::text as day from machine_times where plant_id = ${plantId}`,
  )
  const yesterday = addDays(today, -1)
  const last = rows[0]?.day ?? yesterday
  const earliest = addDays(today, -longestGapDays)
  if (last >= yesterday) return yesterday
  return last < earliest ? earliest : last
}

async function staleDays(reads: Reads, plantId: number, before: string): Promise<string[]> {
  const rows = await readRows(
    reads,
    sql<{ day: string }>`select distinct day::text as day from machine_times
      where plant_id = ${plantId} and is_stale and day < ${before}::date order by day desc limit ${maxStaleDays}`,
  )
  return rows.map(({ day }) => day)
}

/**
 * Corrects counts when shifts change or readings arrive late, one machine at a time. Shift changes come first: until they are
 * processed, adjacent days use different shift times. Returns whether more may be waiting.
 */
export async function keepCounts(deps: RecomputeDeps, shiftsChanged: () => void): Promise<boolean> {
  if (await noteShiftChange(deps)) {
    // A count that still uses the old shifts finishes before the next run.
    shiftsChanged()
    return true
  }
  return (await recomputeShifts(deps)) || recomputeLate(deps)
}

export interface FollowStatesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly plan: PlanPort
  readonly plantId: number
  readonly stored: StoredFramesPort
}

/** Receives data from ingestion; each call resolves when its result is written. */
export interface StatesSink {
  frames(frames: readonly StateFrame[]): Promise<void>
  links(changes: readonly LinkChange[]): Promise<void>
}

/** Tracks states and figures of machines while the server runs. */
export function followStates({ db, clock, log, plan, plantId, stored }: FollowStatesDeps) {
  const machines = () => machineDirectory(db.reads, plantId)
  const shifts = new ShiftFinder({ reads: db.reads, plan, plantId, clock })
  const follower = new StateTracker({ db, clock, plantId, machines, shifts, stored })
  const jobs = [
    repeatedly({
      log,
      everyMs: 1000,
      what: 'states of machines could not be followed',
      work: () => follower.tick(),
    }),
    repeatedly({
      log,
      everyMs: 5000,
      what: 'late states of machines could not be reckoned',
      work: () => catchUpLate({ db, clock, plantId, stored }),
    }),
    repeatedly({
      log,
      everyMs: 5000,
      what: 'late counters of machines could not be counted',
      work: () => keepCounts({ db, clock, plan, plantId, stored }, () => shifts.forget()),
    }),
    repeatedly({
      log,
      everyMs: 60_000,
      what: 'figures of machines could not be reckoned',
      work: () => bringUpToDate({ db, clock, plan, plantId }),
    }),
  ]
  const sink: StatesSink = {
    frames: (frames) => follower.frames(frames),
    links: (changes) => follower.links(changes),
  }
  return {
    sink,
    failingSince: () => jobs.map((job) => job.failingSince()).find((since) => since !== null) ?? null,
    async start() {
      await follower.start()
      for (const job of jobs) job.start()
    },
    async close() {
      for (const job of jobs) await job.close()
    },
  }
}
