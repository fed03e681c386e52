import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { NdtSettings, ndtApi } from '@cloud-factory/contract/ndt'
import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { asReads, type Reads, type Write } from '../../../platform/db/handles.ts'
import { violationOf } from '../../../platform/db/violation.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import { type KeptPlan, lockPlan, planOf, savePlan } from './ndt-settings.store.ts'

type Input = BodyOf<(typeof ndtApi)['PUT /api/ndt/settings']>

export async function ndtSettings(reads: Reads, actor: Actor): Promise<NdtSettings> {
  return settingsView(await planOf(reads, actor.plantId), actor)
}

const settingsView = ({ projects, ...plan }: KeptPlan, actor: Actor): NdtSettings => ({
  ...plan,
  projects: projects.map(({ projectId, maxRepairs }) => ({ projectId: String(projectId), maxRepairs })),
  can: { edit: actor.tags.includes('quality.judge') ? true : 'permission.denied' },
})

/** Changes the sampling plan: for welds that are registered from now on, and for the waiting time and repairs of all. */
export async function saveNdtSettings(
  write: Write,
  actor: Actor,
  { version, projects, ...input }: Input,
): Promise<void> {
  await lockPlan(write, actor.plantId)
  const before = await planOf(asReads(write), actor.plantId)
  if (before.version !== version) refuse('version.conflict', { current: settingsView(before, actor) })
  const limits = projects.map(({ projectId, maxRepairs }) => ({ projectId: Number(projectId), maxRepairs }))
  if (new Set(limits.map(({ projectId }) => projectId)).size < limits.length)
    refuse('request.invalid', { errors: [{ path: 'body.projects', reason: 'duplicate' }] })
  try {
    await savePlan(write, actor, { ...input, version, projects: limits })
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') refuse('not_found')
    throw error
  }
  const { version: _version, ...was } = before
  await recordAudit(write, actor, {
    action: 'ndt.settings',
    subjectKind: 'ndt_settings',
    subjectId: String(actor.plantId),
    subjectName: '',
    before: was,
    after: { ...input, projects: limits },
  })
  await recordEvent(write, actor.plantId, {
    name: 'ndt.planned',
    subjectId: String(actor.plantId),
    payload: {},
  })
}
