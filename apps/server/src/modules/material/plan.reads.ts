import type { MaterialPlan } from '@cloud-factory/contract/material/receipts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** The plan of the plant; by default no re-tests and no projects with required heats. */
export async function materialPlanOf(reads: Reads, actor: Actor): Promise<MaterialPlan> {
  const [rows, projects] = await Promise.all([
    readRows(
      reads,
      sql<{ least: string | null; version: number }>`
        select trim_scale(retest_from_mm)::text as least, version from material_plans where plant_id = ${actor.plantId}`,
    ),
    readRows(
      reads,
      sql<{ id: number; retest: boolean; heat: boolean }>`
        select project_id as id, retest, heat from material_projects where plant_id = ${actor.plantId} order by project_id`,
    ),
  ])
  const idsOf = (word: 'retest' | 'heat') => projects.filter((row) => row[word]).map(({ id }) => String(id))
  return {
    retestFromMm: rows[0]?.least ?? null,
    retestProjects: idsOf('retest'),
    heatProjects: idsOf('heat'),
    version: rows[0]?.version ?? 0,
    can: { edit: actor.tags.includes('quality.judge') || 'permission.denied' },
  }
}
