import type { ProjectWeights, projectWeightsApi } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, type Write, asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canPlan, sumOfWeights, processesOf, lockOrdersOf, saveWeights } from '../planning/public.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { projectForUpdate, saveProject } from '../projects/public.ts'
import { refreshOrderTotals } from '../orders/public.ts'
import { daysOf, recomputeDays } from './recalculate-orders.ts'

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

/** Gives a locked project without progress weights those of the processes; fails when they do not sum to 100. */
export async function ensureWeights(write: Write, plantId: number, projectId: number): Promise<void> {
  await sql`
    insert into project_weights (project_id, process_id, plant_id, weight)
    select ${projectId}, id, plant_id, weight from processes
    where plant_id = ${plantId} and active and weight > 0
      and not exists (select from project_weights where project_id = ${projectId})
      and (select sum(weight) from processes where plant_id = ${plantId} and active) = 100`.execute(write)
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(weight), 0) as sum from project_weights where project_id = ${projectId}`.execute(
    write,
  )
  const sum = rows[0]?.sum ?? 0
  if (sum !== 100) fail('state.refused', { params: { reason: 'order.weights_missing', sum } })
}

type Input = BodyOf<(typeof projectWeightsApi)['PUT /api/projects/:id/weights']>

/** Sets the progress weights of a project; updates the progress of its orders. */
export async function setWeights(
  write: Write,
  actor: Actor,
  projectId: string,
  { version, items }: Input,
): Promise<void> {
  const orders = await lockOrdersOf(write, actor.plantId, projectId)
  const project = await projectForUpdate(write, actor.plantId, projectId)
  const current = await weightsOf(asReads(write), actor, projectId)
  if (project.version !== version) fail('version.conflict', { current })
  const ids = new Set(items.map(({ processId }) => processId))
  if (ids.size < items.length) {
    fail('request.invalid', { errors: [{ path: 'body.items', reason: 'duplicate' }] })
  }
  const processes = await processesOf(write, actor.plantId, [...ids])
  if (processes.length < ids.size) fail('not_found')
  const sum = sumOfWeights(items.map(({ weight }) => weight))
  if (sum !== 100) fail('state.refused', { params: { reason: 'weights.not_100', sum } })

  await saveWeights(write, actor.plantId, project.id, items)
  await saveProject(write, actor, project.id, {})
  await refreshProgress(write, actor, orders)
  const named = new Map(processes.map(({ id, code }) => [String(id), code]))
  const byCode = (list: Input['items']) =>
    Object.fromEntries(
      list
        .filter(({ weight }) => weight > 0)
        .map(({ processId, weight }) => [named.get(processId) ?? processId, weight]),
    )
  await recordAudit(write, actor, {
    action: 'projects.weights',
    subjectKind: 'project',
    subjectId: projectId,
    subjectName: project.code,
    before: current.own ? { weights: byCode(current.items) } : {},
    after: { weights: byCode(items) },
  })
  await recordEvent(write, actor, { name: 'projects.weights_changed', subjectId: projectId })
}

/** Applies new progress weights of a project to its locked orders in production: progress, and the pace of their days. */
async function refreshProgress(write: Write, actor: Actor, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where plant_id = ${actor.plantId} and id = any(${orderIds}::bigint[])
      and released_at is not null and status not in ('closed', 'cancelled') order by id`.execute(write)
  const ids = rows.map(({ id }) => id)
  for (const id of ids) await refreshOrderTotals(write, actor, id)
  await recomputeDays(write, actor.plantId, ids, await daysOf(write, ids))
}
