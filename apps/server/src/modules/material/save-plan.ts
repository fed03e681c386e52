import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { receiptsApi } from '@cloud-factory/contract/material/receipts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { signed } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { materialPlanOf } from './plan.reads.ts'

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
