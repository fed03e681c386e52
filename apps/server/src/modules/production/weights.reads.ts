import type { ProjectWeights } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canPlan } from '../planning/public.ts'

interface Read {
  readonly version: number
  readonly own: boolean
  readonly items: { readonly processId: string; readonly weight: number }[]
}

/** Progress weights of a project: its own or, if it has none, the defaults of new projects. */
export async function weightsOf(reads: Reads, actor: Actor, projectId: string): Promise<ProjectWeights> {
  const rows = await readRows(
    reads,
    sql<Read>`
      select p.version, own.own, coalesce((
        select jsonb_agg(jsonb_build_object('processId', r.id::text, 'weight',
          case when own.own then coalesce(w.weight, 0) else r.weight end) order by r.position, r.id)
        from processes r left join project_weights w on w.process_id = r.id and w.project_id = p.id
        where r.plant_id = p.plant_id and (r.active or w.weight is not null)), '[]') as items
      from projects p
      cross join lateral (select exists (select from project_weights where project_id = p.id) as own) own
      where p.plant_id = ${actor.plantId} and p.id = ${Number(projectId)}`,
  )
  const row = rows[0] ?? fail('not_found')
  return {
    projectId,
    items: row.items,
    own: row.own,
    version: row.version,
    can: { edit: canPlan(actor.tags) },
  }
}
