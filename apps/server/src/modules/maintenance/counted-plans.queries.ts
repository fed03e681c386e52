import type { PlanTrigger } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { type RawBuilder, sql } from 'kysely'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type Counted, countedPlan } from './plans.rules.ts'

/** A plan by hours or output with its current state and unit. */
export interface CountedPlan extends Counted {
  readonly id: number
  readonly unit: string
  readonly sum: number | null
}

type CountedTrigger = Exclude<PlanTrigger, 'days'>

interface CountedRead {
  readonly id: number
  readonly active: boolean
  readonly every: number
  readonly notice: number
  readonly base: number
  readonly unit: string
  readonly today: string
  readonly sum: number | null
  readonly recent: number | null
  readonly days: number
}

/** Maximum number of counted plans; a factory has a few hundred. */
const maxPlans = 5000
/** Days before today that determine the pace. */
const paceDays = 28

/**
 * Running hours or output of a machine's shifts from a day on; `reported` null when the machine sent no data. A shift past
 * midnight belongs to the day on which it began, so counting begins one day earlier. The plan's `base` holds what those shifts
 * already contained.
 */
const sums: Readonly<
  Record<CountedTrigger, (machine: RawBuilder<unknown>, fromDay: RawBuilder<unknown>) => RawBuilder<unknown>>
> = {
  hours: (machine, fromDay) => sql`
    select t.day, t.run_s / 3600 as amount from machine_times t
    where t.machine_id = ${machine} and t.day >= ${fromDay} and (t.run_s > 0 or t.unknown_s < t.planned_s)`,
  output: (machine, fromDay) => sql`
    select c.day, coalesce(c.good_output, c.output) as amount from machine_counts c
    where c.machine_id = ${machine} and c.day >= ${fromDay} and c.output is not null`,
}

const dayBefore = (day: RawBuilder<unknown>) => sql`(${day} - 1)`

const counting = (trigger: CountedTrigger) => {
  const day = sql`z.day`
  // A machine without data since then may still report, so four weeks are always read.
  const from = sql`least(r.last_done_on - 1, ${day} - ${paceDays}::int)`
  return sql`
    select r.id, r.active, r.every, r.notice_days as notice, r.base, z.day as today, s.unit, x.sum, x.recent, x.days
    from maintenance_plans r join machines m on m.id = r.machine_id
    cross join lateral (select ${trigger === 'hours' ? sql`''` : outputUnit} as unit) s
    cross join lateral (
      select case when count(*) > 0 then coalesce(sum(a.amount) filter (where a.day >= r.last_done_on - 1), 0) end as sum,
        sum(a.amount) filter (where a.day between ${day} - ${paceDays}::int and ${day} - 1) as recent,
        coalesce(${day} - min(a.day) filter (where a.day between ${day} - ${paceDays}::int and ${day} - 1), 0) as days
      from (${sums[trigger](sql`r.machine_id`, from)}) a) x
    where r.plant_id = z.plant_id and r.trigger = ${trigger}`
}

const outputUnit = sql`coalesce((select nullif(max(p.unit), '') from profile_signals p
  where p.profile_id = m.profile_id and p.role = 'output'), m.rate_unit)`

export const countedRows = (
  plantId: number,
  now: Date,
  planId: number | null,
): RawBuilder<CountedRead> => sql<CountedRead>`
  select x.* from (select ${plantId}::bigint as plant_id, ${today(plantId, now)} as day) z
  cross join lateral ((${counting('hours')}) union all (${counting('output')})) x
  where ${planId}::bigint is null or x.id = ${planId} order by x.id limit ${maxPlans}`

/** Plans of a plant by hours or output, or one of them, by id. */
export async function countedPlans(
  reads: Reads,
  plantId: number,
  now: Date,
  planId: number | null = null,
): Promise<ReadonlyMap<number, CountedPlan>> {
  const rows = await readRows(reads, countedRows(plantId, now, planId))
  return new Map(rows.map((row) => [row.id, countedOf(row)]))
}

function countedOf({ id, unit, today: day, sum, recent, days, notice, ...facts }: CountedRead): CountedPlan {
  const counted = countedPlan(
    { ...facts, noticeDays: notice, sum, recent: recent === null ? null : { sum: recent, days } },
    day,
  )
  return { id, unit, sum, ...counted }
}

/** What the first counted shifts already contained; the plan counts only what exceeds it. */
export async function baseOf(
  reads: Reads,
  { machineId, trigger, lastDoneOn }: { machineId: number; trigger: PlanTrigger; lastDoneOn: string },
): Promise<number> {
  if (trigger === 'days') return 0
  const amounts = sums[trigger](sql`${machineId}::bigint`, dayBefore(sql`${lastDoneOn}::date`))
  const [row] = await readRows(
    reads,
    sql<{ sum: number | null }>`select sum(a.amount) filter (where a.day <= ${lastDoneOn}::date) as sum
      from (${amounts}) a`,
  )
  return Math.round((row?.sum ?? 0) * 100) / 100
}
