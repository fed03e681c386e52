import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { MachineRow, machinesApi } from '@cloud-factory/contract/machines/machines'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { markUsed } from './save-profile.ts'
import { oneMachine } from './machines.queries.ts'

type MachineInput = BodyOf<(typeof machinesApi)['POST /api/machines']>

/** Returns the new machine's id. */
export async function createMachine(write: Write, actor: Actor, input: MachineInput): Promise<string> {
  await requireNamed(write, actor.plantId, input)
  const id = await rejectingBroken({ name: 'code', value: input.code }, () =>
    insertRow(write, actor, 'machines', fieldsOf(input)),
  )
  await recordAction(write, actor, {
    ...machine,
    action: 'machines.create',
    event: 'equipment.machine_changed',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes a machine; writes nothing when nothing differs. */
export async function updateMachine(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: MachineInput & { readonly version: number },
): Promise<void> {
  const current = await heldMachine(write, actor, id, version)
  requireAllowed(current.can.edit)
  const changes = differences(current, input)
  if (changes === null) return
  await requireNamed(write, actor.plantId, input)
  await rejectingBroken({ name: 'code', value: input.code }, () =>
    saveRow(write, actor, 'machines', Number(id), fieldsOf(input)),
  )
  await recordAction(write, actor, {
    ...machine,
    action: 'machines.update',
    event: 'equipment.machine_changed',
    id,
    name: input.code,
    ...changes,
  })
}

/** Retires a machine; its rows stay, and it may no longer send. */
export async function retireMachine(
  write: Write,
  actor: Actor,
  id: string,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<void> {
  const current = await heldMachine(write, actor, id, version)
  requireAllowed(current.can.retire)
  await saveRow(write, actor, 'machines', Number(id), { active: false })
  await recordAction(write, actor, {
    ...machine,
    action: 'machines.retire',
    event: 'equipment.machine_changed',
    id,
    name: current.code,
    after: { reason },
  })
}

/** Restores a retired machine. */
export async function restoreMachine(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const current = await heldMachine(write, actor, id, version)
  requireAllowed(current.can.restore)
  await saveRow(write, actor, 'machines', Number(id), { active: true })
  await recordAction(write, actor, {
    ...machine,
    action: 'machines.restore',
    event: 'equipment.machine_changed',
    id,
    name: current.code,
  })
}

/** Deletes a machine that was added by mistake: it has never sent anything, and nobody has written about it. */
export async function removeMachine(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const { code } = await heldMachine(write, actor, id, version)
  if (await isUsed(write, Number(id))) fail('in_use')
  // Figures are computed for every machine, also for one that has never sent anything; its intervals and counts keep it.
  await write
    .deleteFrom('machine_times')
    .where('plant_id', '=', actor.plantId)
    .where('machine_id', '=', Number(id))
    .execute()
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'machines', Number(id)))
  await recordAction(write, actor, {
    ...machine,
    action: 'machines.delete',
    event: 'equipment.machine_changed',
    id,
    name: code,
  })
}

/** Whether rows that would be deleted with the machine exist. */
async function isUsed(write: Write, id: number): Promise<boolean> {
  const tables = ['telemetry_latest', 'telemetry_links', 'telemetry_events', 'device_inbox', 'conversations']
  const used = tables.map((table) => sql`exists (select from ${sql.table(table)} where machine_id = ${id})`)
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(used, sql` or `)} as used`.execute(write)
  return rows[0]?.used === true
}

const machine = { subjectKind: 'machine' } as const

async function heldMachine(write: Write, actor: Actor, id: string, version: number): Promise<MachineRow> {
  await rowForUpdate(write, 'machines', actor.plantId, id)
  const current = await oneMachine(asReads(write), actor, id)
  return current.version === version ? current : fail('version.conflict', { current })
}

/** Checks that all referenced records belong to the plant, and marks the profile as used. */
async function requireNamed(
  write: Write,
  plantId: number,
  { profileId, workshopId, processId }: MachineInput,
): Promise<void> {
  if (!(await markUsed(write, plantId, Number(profileId))))
    fail('not_found', { params: { field: 'profileId' } })
  await requireOfPlant(write, plantId, 'workshops', { field: 'workshopId', id: workshopId })
  await requireOfPlant(write, plantId, 'processes', { field: 'processId', id: processId })
}

async function requireOfPlant(
  write: Write,
  plantId: number,
  table: string,
  { field, id }: { readonly field: string; readonly id: string | null },
): Promise<void> {
  if (id === null) return
  const { rows } =
    await sql`select from ${sql.table(table)} where plant_id = ${plantId} and id = ${Number(id)}
    for key share`.execute(write)
  if (rows.length === 0) fail('not_found', { params: { field } })
}

const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id))

export const machineSearch = (
  input: Pick<MachineInput, 'code' | 'name' | 'line' | 'model' | 'maker' | 'serialNo'>,
): string => searchText(input.code, input.name, input.line, input.model, input.maker, input.serialNo)

const fieldsOf = (input: MachineInput) => ({
  code: input.code,
  line: input.line,
  name: input.name,
  profile_id: Number(input.profileId),
  workshop_id: idOrNull(input.workshopId),
  process_id: idOrNull(input.processId),
  model: input.model,
  maker: input.maker,
  serial_no: input.serialNo,
  criticality: input.criticality,
  commissioned_on: input.commissionedOn,
  rated_kw: input.ratedKw,
  standard_rate: input.standardRate,
  rate_unit: input.rateUnit,
  x_m: input.xM,
  y_m: input.yM,
  width_m: input.widthM,
  depth_m: input.depthM,
  note: input.note,
  search: machineSearch(input),
})
