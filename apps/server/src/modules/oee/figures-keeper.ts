import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort, dayAfter } from '../work-calendar/public.ts'
import { machineDirectory } from '../machine-states/public.ts'
import { computeDays } from './compute-days.ts'

interface KeeperDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
  readonly plantId: number
}

/** So many old working days are computed in one go. */
const maxStaleDays = 3
/** Figures of a server that was off for longer than this begin anew. */
const longestGapDays = 31

/**
 * Brings figures up to date: shifts that are on or have just ended, then days in which something changed, the latest first.
 * @returns how many rows were computed
 */
export async function bringUpToDate({ db, clock, plan, plantId }: KeeperDeps): Promise<number> {
  const now = clock.now()
  const today = now.toISOString().slice(0, 10)
  const begun = await firstOpenDay(db.reads, plantId, today)
  const stale = await staleDays(db.reads, plantId, begun)
  const machines = await machineDirectory(db.reads, plantId)
  const computation = { plan, plantId, machines, now: now.getTime() }
  let rows = 0
  // By any clock on earth: a day that has not begun plans nothing yet.
  for (const days of [[begun, dayAfter(today, 1)] as const, ...stale.map((day) => [day, day] as const)])
    rows += await db.tx((write) => computeDays(write, { ...computation, days }))
  return rows
}

/** Yesterday, or the day on which figures were last kept. */
async function firstOpenDay(reads: Reads, plantId: number, today: string): Promise<string> {
  const rows = await readRows(
    reads,
    sql<{ day: string | null }>`select max(day)::text as day from machine_times where plant_id = ${plantId}`,
  )
  const yesterday = dayAfter(today, -1)
  const last = rows[0]?.day ?? yesterday
  const earliest = dayAfter(today, -longestGapDays)
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
