import type { MaterialPlan, receiptsApi } from '@cloud-factory/contract/material/receipts'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { signed } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'

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

type Input = BodyOf<(typeof receiptsApi)['PUT /api/material-plan']>

/** Saves the plan; version 0 creates it. */
export async function saveMaterialPlan(write: Write, actor: Actor, input: Input): Promise<void> {
  const { plantId } = actor
  const { version, ...plan } = input
  const { can: _can, version: _version, ...before } = await materialPlanOf(asReads(write), actor)
  const { by, byName } = signed(actor)
  const { rows } = await sql`
    insert into material_plans (plant_id, retest_from_mm, updated_by, updated_by_name)
    select ${plantId}, ${plan.retestFromMm}::numeric, ${by}, ${byName}
    where ${version} = 0 or exists (select from material_plans where plant_id = ${plantId})
    on conflict (plant_id) do update set retest_from_mm = excluded.retest_from_mm, updated_at = now(),
      version = material_plans.version + 1, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
      where material_plans.version = ${version}
    returning plant_id`.execute(write)
  if (rows.length === 0) fail('version.conflict', { current: await materialPlanOf(asReads(write), actor) })
  await writeProjects(write, plantId, plan)
  await recordAction(write, actor, {
    action: 'material.plan',
    subjectKind: 'material_plan',
    event: 'material.planned',
    id: String(plantId),
    name: '',
    before,
    after: plan,
  })
}

async function writeProjects(
  write: Write,
  plantId: number,
  { retestProjects, heatProjects }: Omit<Input, 'version'>,
): Promise<void> {
  const ids = [...new Set([...retestProjects, ...heatProjects])]
  await sql`delete from material_projects where plant_id = ${plantId}`.execute(write)
  if (ids.length === 0) return
  const rows = ids.map((id) => ({ id, retest: retestProjects.includes(id), heat: heatProjects.includes(id) }))
  try {
    await sql`insert into material_projects (plant_id, project_id, retest, heat)
      select ${plantId}, id, retest, heat
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, retest boolean, heat boolean)`.execute(
      write,
    )
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') fail('not_found', { params: { field: 'projects' } })
    throw error
  }
}
