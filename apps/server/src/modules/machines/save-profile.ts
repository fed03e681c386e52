import { sql } from 'kysely'
import type {
  ProfileSignal,
  machineProfilesApi,
  ProfileDetail,
} from '@cloud-factory/contract/machines/machine-profiles'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { shippedProfiles } from './shipped-profiles.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { oneProfile } from './profiles.queries.ts'
import { wrongSignals } from './profiles.rules.ts'

/** Replaces the signals of a profile, in slot order. */
async function saveSignals(
  write: Write,
  profileId: number,
  signals: readonly ProfileSignal[],
): Promise<void> {
  await sql`delete from profile_signals where profile_id = ${profileId}`.execute(write)
  await sql`
    insert into profile_signals (profile_id, slot, code, names, unit, kind, role, low, high, decimals, deadband,
      deadband_percent, silence_s)
    select ${profileId}, s.at, x.code, x.names, x.unit, x.kind, x.role, x.low, x.high, x.decimals, x.deadband,
      x."deadbandPercent", x."silenceS"
    from jsonb_array_elements(${JSON.stringify(signals)}::jsonb) with ordinality as s (signal, at),
      jsonb_to_record(s.signal) as x (code text, names jsonb, unit text, kind text, role text, low float8, high float8,
        decimals smallint, deadband float8, "deadbandPercent" boolean, "silenceS" smallint)`.execute(write)
}

/** Moves machines from one version of a profile to another; returns how many. */
async function moveMachines(write: Write, plantId: number, from: number, to: number): Promise<number> {
  const { rows } =
    await sql`update machines set profile_id = ${to} where plant_id = ${plantId} and profile_id = ${from}
    returning id`.execute(write)
  if (rows.length > 0) await markUsed(write, plantId, to)
  return rows.length
}

/** Marks a profile as used, so that it can no longer change. Returns false when the plant has no such profile. */
export async function markUsed(write: Write, plantId: number, id: number): Promise<boolean> {
  const { rows } =
    await sql`update machine_profiles set used = true where plant_id = ${plantId} and id = ${id}
    returning id`.execute(write)
  return rows.length > 0
}

/** Adds missing shipped profiles by code; existing ones stay unchanged. */
export async function seedProfiles(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from machine_profiles where plant_id = ${plantId}`.execute(write)
  const known = new Set(rows.map(({ code }) => code))
  for (const { code, class: kind, names, rateMs, signals } of shippedProfiles) {
    if (known.has(code)) continue
    const { id } = await write
      .insertInto('machine_profiles')
      .values({
        plant_id: plantId,
        code,
        profile_version: 1,
        names: JSON.stringify(names),
        class: kind,
        rate_ms: rateMs,
        created_by: null,
        updated_by: null,
        updated_by_name: '系统',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveSignals(
      write,
      id,
      signals.map((signal) => ({ ...signal, deadbandPercent: false, silenceS: 60 })),
    )
  }
}

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
  requireAllowed(current.can.edit)
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
