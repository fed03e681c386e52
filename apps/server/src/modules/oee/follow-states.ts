import { sql } from 'kysely'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { PlanPort } from '../work-calendar/public.ts'
import {
  machineDirectory,
  ShiftFinder,
  type StateFrame,
  catchUpLate,
  type StoredFramesPort,
  StateTracker,
} from '../machine-states/public.ts'
import { type LinkChange } from '@cloud-factory/domain/telemetry/machine-frame'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import type { Log } from '../../platform/log/log.ts'
import { computeDays } from './compute-days.ts'
import { recomputeLate, type RecomputeDeps } from './recompute-late.ts'
import { noteShiftChange, recomputeShifts } from './recompute-shifts.ts'

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
    async start() {
      await follower.start()
      for (const job of jobs) job.start()
    },
    async close() {
      for (const job of jobs) await job.close()
    },
  }
}
