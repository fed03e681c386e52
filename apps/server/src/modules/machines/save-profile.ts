import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type {
  machineProfilesApi,
  ProfileDetail,
  ProfileSignal,
} from '@cloud-factory/contract/machines/machine-profiles'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneProfile } from './profiles.queries.ts'
import { wrongSignals } from './profiles.rules.ts'
import { moveMachines, saveSignals } from './profiles.store.ts'

type NewProfile = BodyOf<(typeof machineProfilesApi)['POST /api/machine-profiles']>
type ProfileChange = BodyOf<(typeof machineProfilesApi)['PATCH /api/machine-profiles/:id']>

/** Returns the new profile's id. */
export async function createProfile(write: Write, actor: Actor, input: NewProfile): Promise<string> {
  rejectWrong(input.signals)
  const id = await insertProfile(write, actor, input.code, 1, input)
  await recordAction(write, actor, {
    ...profile,
    action: 'machine_profiles.create',
    event: 'equipment.profiles_changed',
    id: String(id),
    name: `${input.code}@1`,
    after: input,
  })
  return String(id)
}

/**
 * Changes a profile. If a machine has used it, a new version is created and the machines move to it. Returns the id of the
 * version with the change. Writes nothing when nothing differs.
 */
export async function updateProfile(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: ProfileChange,
): Promise<string> {
  rejectWrong(input.signals)
  const { current, used } = await heldProfile(write, actor, id, version)
  if (current.can.edit !== true) fail('state.refused', { params: { reason: current.can.edit } })
  const changes = differences(current, input)
  if (changes === null) return id
  const isNew = used
  const no = isNew ? current.profileVersion + 1 : current.profileVersion
  const savedId = isNew
    ? await insertProfile(write, actor, current.code, no, input)
    : await overwrite(write, actor, Number(id), input)
  const machines = isNew ? await moveMachines(write, actor.plantId, Number(id), savedId) : 0
  await recordAction(write, actor, {
    ...profile,
    action: isNew ? 'machine_profiles.new_version' : 'machine_profiles.update',
    event: 'equipment.profiles_changed',
    id: String(savedId),
    name: `${current.code}@${no}`,
    before: changes.before,
    after: { ...changes.after, ...(isNew ? { machines } : {}) },
  })
  return String(savedId)
}

/** Deletes a version that no machine has used. */
export async function deleteProfile(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { current, used } = await heldProfile(write, actor, id, version)
  if (used) fail('in_use')
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'machine_profiles', Number(id)))
  await recordAction(write, actor, {
    ...profile,
    action: 'machine_profiles.delete',
    event: 'equipment.profiles_changed',
    id,
    name: `${current.code}@${current.profileVersion}`,
    before: { code: current.code, profileVersion: current.profileVersion, names: current.names },
  })
}

const profile = { subjectKind: 'machine_profile' } as const

type Content = Pick<NewProfile, 'names' | 'class' | 'rateMs' | 'signals'>

const fieldsOf = ({ names, class: kind, rateMs }: Content) => ({
  names: JSON.stringify(names),
  class: kind,
  rate_ms: rateMs,
})

async function insertProfile(
  write: Write,
  actor: Actor,
  code: string,
  no: number,
  input: Content,
): Promise<number> {
  const row = { code, profile_version: no, ...fieldsOf(input) }
  const id = await rejectingBroken({ name: 'code', value: code }, () =>
    insertRow(write, actor, 'machine_profiles', row),
  )
  await saveSignals(write, id, input.signals)
  return id
}

async function overwrite(write: Write, actor: Actor, id: number, input: Content): Promise<number> {
  await saveRow(write, actor, 'machine_profiles', id, fieldsOf(input))
  await saveSignals(write, id, input.signals)
  return id
}

async function heldProfile(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
): Promise<{ readonly current: ProfileDetail; readonly used: boolean }> {
  const { used } = await rowForUpdate(write, 'machine_profiles', actor.plantId, id)
  const current = await oneProfile(asReads(write), actor, id)
  return current.version === version ? { current, used } : fail('version.conflict', { current })
}

function rejectWrong(signals: readonly ProfileSignal[]): void {
  const errors = wrongSignals(signals)
  if (errors.length > 0) fail('request.invalid', { errors })
}
