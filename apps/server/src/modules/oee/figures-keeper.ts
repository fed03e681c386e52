import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { machineDirectory } from '../machine-states/public.ts'
import { computeDays } from './compute-days.ts'

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
