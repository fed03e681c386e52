import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { signed } from '../quality-records/public.ts'
import { type NdtPlan, standardPlan } from './ndt-plan.rules.ts'

export type KeptPlan = NdtPlan & { readonly version: number }

interface StoredPlan {
  readonly percents: [number, number, number]
  readonly at_least_mm: number
  readonly wait_hours: number
  readonly wait_hours_high: number
  readonly high_from_mpa: number
  readonly version: number
}

/** The sampling plan of a plant; the standard's until it is changed. */
export async function planOf(reads: Reads, plantId: number): Promise<KeptPlan> {
  const [row] = await readRows(
    reads,
    sql<StoredPlan>`select percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, version
      from ndt_settings where plant_id = ${plantId}`,
  )
  if (row === undefined) return { ...standardPlan, version: 1 }
  const [first, second, third] = row.percents
  return {
    percent: { 1: first, 2: second, 3: third },
    atLeastMm: row.at_least_mm,
    waitHours: row.wait_hours,
    waitHoursHigh: row.wait_hours_high,
    highFromMpa: row.high_from_mpa,
    version: row.version,
  }
}

/** Locks the plan against concurrent changes. */
export async function lockPlan(write: Write, plantId: number): Promise<void> {
  await sql`select from plants where id = ${plantId} for no key update`.execute(write)
}

export async function savePlan(write: Write, actor: Actor, plan: KeptPlan): Promise<void> {
  const { by, byName } = signed(actor)
  const percents = [plan.percent[1], plan.percent[2], plan.percent[3]]
  await sql`
    insert into ndt_settings (plant_id, percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, version,
      updated_by, updated_by_name)
    values (${actor.plantId}, ${percents}, ${plan.atLeastMm}, ${plan.waitHours}, ${plan.waitHoursHigh},
      ${plan.highFromMpa}, ${plan.version + 1}, ${by}, ${byName})
    on conflict (plant_id) do update set percents = excluded.percents, at_least_mm = excluded.at_least_mm,
      wait_hours = excluded.wait_hours, wait_hours_high = excluded.wait_hours_high,
      high_from_mpa = excluded.high_from_mpa, version = excluded.version, updated_at = now(),
      updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name`.execute(write)
}
