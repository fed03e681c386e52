import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { NdtSettings, ndtApi } from '@cloud-factory/contract/welding/ndt'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type KeptPlan, lockPlan, planOf, savePlan } from './ndt-settings.store.ts'

type Input = BodyOf<(typeof ndtApi)['PUT /api/ndt/settings']>

export async function ndtSettings(reads: Reads, actor: Actor): Promise<NdtSettings> {
  return settingsView(await planOf(reads, actor.plantId), actor)
}

const settingsView = (plan: KeptPlan, actor: Actor): NdtSettings => ({
  ...plan,
  can: { edit: actor.tags.includes('quality.judge') ? true : 'permission.denied' },
})

/** Changes the sampling plan. It applies to welds registered from now on; its waiting time applies to all welds. */
export async function saveNdtSettings(
  write: Write,
  actor: Actor,
  { version, ...input }: Input,
): Promise<void> {
  await lockPlan(write, actor.plantId)
  const { version: held, ...before } = await planOf(asReads(write), actor.plantId)
  if (held !== version)
    fail('version.conflict', { current: settingsView({ ...before, version: held }, actor) })
  await savePlan(write, actor, { ...input, version })
  await recordAudit(write, actor, {
    action: 'ndt.settings',
    subjectKind: 'ndt_settings',
    subjectId: String(actor.plantId),
    subjectName: '',
    before,
    after: input,
  })
  await recordEvent(write, actor, { name: 'ndt.planned', subjectId: String(actor.plantId) })
}
