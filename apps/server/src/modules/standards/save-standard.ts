import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { StandardRow, standardsApi } from '@cloud-factory/contract/standards/standards'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneStandard } from './standards.reads.ts'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'

type Input = BodyOf<(typeof standardsApi)['POST /api/standards']>

const columns = ({ names, ...input }: Input) => ({ ...input, names: JSON.stringify(names) })
const taken = ({ code }: Input) => ({ name: 'code', value: code })

/** Returns the new standard's id. */
export async function createStandard(write: Write, actor: Actor, input: Input): Promise<string> {
  const id = await rejectingBroken(taken(input), () => insertRow(write, actor, 'standards', columns(input)))
  await recordAction(write, actor, {
    action: 'standards.create',
    subjectKind: 'standard',
    event: 'standards.created',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes a standard; nothing is written when nothing differs. */
export async function updateStandard(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: Input & { readonly version: number },
): Promise<void> {
  const standard = await heldStandard(write, actor, id, version)
  const changes = differences(standard, input)
  if (changes === null) return
  await rejectingBroken(taken(input), () => saveRow(write, actor, 'standards', Number(id), columns(input)))
  await recordAction(write, actor, {
    action: 'standards.update',
    subjectKind: 'standard',
    event: 'standards.changed',
    id,
    name: input.code,
    ...changes,
  })
}

/** Deletes a standard with its drafts; one that was inspected by, or has an approved edition, stays. */
export async function deleteStandard(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const standard = await heldStandard(write, actor, id, version)
  const allowed = standard.can.delete
  if (allowed === 'in_use') fail('in_use')
  if (allowed !== true) fail('state.refused', { params: { reason: allowed } })
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'standards', Number(id)))
  const { code, names, verdict } = standard
  await recordAction(write, actor, {
    action: 'standards.delete',
    subjectKind: 'standard',
    event: 'standards.deleted',
    id,
    name: code,
    before: { code, names, verdict },
  })
}

async function heldStandard(write: Write, actor: Actor, id: string, version: number): Promise<StandardRow> {
  await rowForUpdate(write, 'standards', actor.plantId, id)
  const standard = await oneStandard(asReads(write), actor, id)
  return standard.version === version ? standard : fail('version.conflict', { current: standard })
}
