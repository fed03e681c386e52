import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { projectWeightsApi } from '@cloud-factory/contract/processes'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { projectForUpdate, saveProject } from '../projects/public.ts'
import { refreshProgress } from './refresh-progress.ts'
import { sumOfWeights, processesOf, lockOrdersOf, saveWeights } from '../planning/public.ts'
import { weightsOf } from './weights.reads.ts'

type Input = BodyOf<(typeof projectWeightsApi)['PUT /api/projects/:id/weights']>

/** Sets the shares of a project's processes; the progress of its orders follows. */
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
  await recordEvent(write, actor.plantId, {
    name: 'projects.weights_changed',
    subjectId: projectId,
    payload: { code: project.code },
  })
}
