import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { projectWeightsApi } from '@cloud-factory/contract/planning/processes'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { projectForUpdate, saveProject } from '../projects/public.ts'
import { sumOfWeights, processesOf, lockOrdersOf, saveWeights } from '../planning/public.ts'
import { weightsOf } from './weights.reads.ts'
import { sql } from 'kysely'
import { refreshOrderTotals } from '../orders/public.ts'
import { daysOf, recomputeDays } from './paces.store.ts'

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
