import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import { type Reads, readRows, type Write } from '../../../platform/db/handles.ts'
import { signed } from '../orders.port.ts'
import { type NdtPlan, standardPlan } from './ndt-plan.rules.ts'

interface ProjectLimit {
  readonly projectId: number
  readonly maxRepairs: number
}
export type KeptPlan = NdtPlan & { readonly version: number; readonly projects: readonly ProjectLimit[] }

interface StoredPlan {
  readonly percents: [number, number, number]
  readonly at_least_mm: number
  readonly wait_hours: number
  readonly wait_hours_high: number
  readonly high_from_mpa: number
  readonly max_repairs: number
  readonly version: number
}

/** The plan of a plant: the standard's until somebody changes it. */
export async function planOf(reads: Reads, plantId: number): Promise<KeptPlan> {
  const [rows, projects] = await Promise.all([
    readRows(
      reads,
      sql<StoredPlan>`select percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, max_repairs, version
        from ndt_settings where plant_id = ${plantId}`,
    ),
    readRows(
      reads,
      sql<ProjectLimit>`select project_id as "projectId", max_repairs as "maxRepairs" from ndt_project_limits
        where plant_id = ${plantId} order by project_id`,
    ),
  ])
  const [row] = rows
  if (row === undefined) return { ...standardPlan, version: 1, projects }
  const [first, second, third] = row.percents
  return {
    percent: { 1: first, 2: second, 3: third },
    atLeastMm: row.at_least_mm,
    waitHours: row.wait_hours,
    waitHoursHigh: row.wait_hours_high,
    highFromMpa: row.high_from_mpa,
    maxRepairs: row.max_repairs,
    version: row.version,
    projects,
  }
}

/** Repairs of one place that a project allows. */
export const repairLimit = (plan: KeptPlan, projectId: number): number =>
  plan.projects.find((one) => one.projectId === projectId)?.maxRepairs ?? plan.maxRepairs

/** Keeps nobody else from changing the plan meanwhile. */
export async function lockPlan(write: Write, plantId: number): Promise<void> {
  await sql`select from plants where id = ${plantId} for no key update`.execute(write)
}

export async function savePlan(write: Write, actor: Actor, plan: KeptPlan): Promise<void> {
  const { by, byName } = signed(actor)
  const percents = [plan.percent[1], plan.percent[2], plan.percent[3]]
  await sql`
    insert into ndt_settings (plant_id, percents, at_least_mm, wait_hours, wait_hours_high, high_from_mpa, max_repairs,
      version, updated_by, updated_by_name)
    values (${actor.plantId}, ${percents}, ${plan.atLeastMm}, ${plan.waitHours}, ${plan.waitHoursHigh},
      ${plan.highFromMpa}, ${plan.maxRepairs}, ${plan.version + 1}, ${by}, ${byName})
    on conflict (plant_id) do update set percents = excluded.percents, at_least_mm = excluded.at_least_mm,
      wait_hours = excluded.wait_hours, wait_hours_high = excluded.wait_hours_high,
      high_from_mpa = excluded.high_from_mpa, max_repairs = excluded.max_repairs, version = excluded.version,
      updated_at = now(), updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name`.execute(
    write,
  )
  await sql`delete from ndt_project_limits where plant_id = ${actor.plantId}`.execute(write)
  await sql`insert into ndt_project_limits (project_id, plant_id, max_repairs)
    select project, ${actor.plantId}, repairs from unnest(${plan.projects.map(({ projectId }) => projectId)}::bigint[],
      ${plan.projects.map(({ maxRepairs }) => maxRepairs)}::smallint[]) as one (project, repairs)`.execute(
    write,
  )
}
