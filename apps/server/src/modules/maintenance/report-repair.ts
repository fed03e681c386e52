import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { equipmentRoundsApi } from '@cloud-factory/contract/maintenance/equipment-rounds'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { signature, insertRow } from '../../platform/db/signed-rows.ts'
import { today } from '../../platform/db/factory-day.ts'
import type { SavedFile } from '../../platform/files/keep-files.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { insertPhotos } from '../../platform/files/photos.store.ts'
import type { MachineClass } from '@cloud-factory/domain/machines/equipment-enums'
import type { RepairSource } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { violationOf } from '../../platform/db/violation.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { repairsOfAlarms } from './repairs.queries.ts'

type CheckInput = BodyOf<(typeof equipmentRoundsApi)['POST /api/machines/:id/checks']>

interface Item {
  readonly id: number
  readonly position: number
  readonly names: Names
}

/**
 * Saves an inspection round with exactly one answer for each active item of the machine's class. All faults go into one repair
 * order in the same transaction. Returns the id of the round.
 */
export async function keepCheck(
  write: Write,
  actor: Actor,
  machineId: string,
  { answers }: CheckInput,
  now: Date,
): Promise<string> {
  const machine = await machineInUse(write, actor.plantId, machineId)
  const { rows: items } = await sql<Item>`
    select id, position, names from check_items
    where plant_id = ${actor.plantId} and class = ${machine.class} and active order by position, id for key share`.execute(
    write,
  )
  const results = new Map(answers.map(({ itemId, result }) => [Number(itemId), result]))
  if (
    results.size !== answers.length ||
    results.size !== items.length ||
    items.some(({ id }) => !results.has(id))
  )
    reject('check.items', { count: items.length })
  const faulty = items.filter(({ id }) => results.get(id) === 'fault')
  const repairId = faulty.length === 0 ? null : await repairFor(write, actor, machineId, faulty, now)
  const { updated_by: by, updated_by_name: byName } = signature(actor)
  const { rows } = await sql<{ id: number }>`
    insert into spot_checks (plant_id, machine_id, day, at, items, faults, repair_id, created_by, created_by_name)
    values (${actor.plantId}, ${machine.id}, ${today(actor.plantId, now)}, ${now}, ${items.length}, ${faulty.length},
      ${repairId}, ${by}, ${byName}) returning id`.execute(write)
  const checkId = rows[0]?.id ?? 0
  const answered = items.map(({ id, names }, position) => ({ id, names, position, result: results.get(id) }))
  await sql`
    insert into spot_check_answers (check_id, item_id, position, names, result)
    select ${checkId}, id, position, names, result
    from jsonb_to_recordset(${JSON.stringify(answered)}::jsonb) as x (id bigint, names jsonb, position int, result text)`.execute(
    write,
  )
  await recordAction(write, actor, {
    subjectKind: 'machine',
    action: 'checks.keep',
    event: 'equipment.machine_checked',
    id: machineId,
    name: machine.code,
    after: { items: items.length, faults: faulty.length },
  })
  return String(checkId)
}

function repairFor(
  write: Write,
  actor: Actor,
  machineId: string,
  faulty: readonly Item[],
  now: Date,
): Promise<string> {
  const description = faulty
    .map(({ names }) => names.zh)
    .join('；')
    .slice(0, 1000)
  return reportRepair(
    write,
    actor,
    { machineId, source: 'check', alarmId: null, stopped: false, symptom: 'other', description },
    now,
  )
}

/** Adds photos to an inspection round; existing ones stay unchanged. */
export async function addCheckPhotos(
  write: Write,
  actor: Actor,
  checkId: string,
  photos: readonly SavedFile[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ machine_id: number; code: string }>`
    select s.machine_id, m.code from spot_checks s join machines m on m.id = s.machine_id
    where s.plant_id = ${actor.plantId} and s.id = ${Number(checkId)} for no key update of s`.execute(write)
  const check = rows[0] ?? fail('not_found')
  const added = await insertPhotos(
    write,
    actor,
    { table: 'maintenance_photos', of: { check_id: Number(checkId) } },
    photos,
    now,
  )
  if (added === 0) return
  await recordAction(write, actor, {
    subjectKind: 'machine',
    action: 'checks.photo',
    event: 'equipment.machine_checked',
    id: String(check.machine_id),
    name: check.code,
    after: { photos: photos.map(({ fileName }) => fileName) },
  })
}

interface NamedMachine {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly class: MachineClass
}

/** The machine, locked against changes until the transaction ends. Rejects an unknown machine and one that is out of use. */
export async function machineInUse(write: Write, plantId: number, id: string): Promise<NamedMachine> {
  const { rows } = await sql<NamedMachine & { readonly active: boolean }>`
    select m.id, m.code, m.name, m.active, p.class from machines m join machine_profiles p on p.id = m.profile_id
    where m.plant_id = ${plantId} and m.id = ${Number(id)} and m.source <> 'sim' for key share of m`.execute(
    write,
  )
  const machine = rows[0] ?? fail('not_found', { params: { field: 'machineId' } })
  if (!machine.active) reject('machine.retired', { code: machine.code })
  return machine
}

type ReportInput = Omit<BodyOf<(typeof repairsApi)['POST /api/repairs']>, 'source'> & {
  readonly source: RepairSource
}

/** Reports a fault of a machine; returns the order's id. */
export async function reportRepair(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
): Promise<string> {
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  const alarmId = input.alarmId === null ? null : Number(input.alarmId)
  if (alarmId !== null) await rejectSecond(write, actor, alarmId)
  const id = await ofAnAlarmOnce(() =>
    insertRow(write, actor, 'repairs', {
      machine_id: machine.id,
      source: input.source,
      alarm_id: alarmId,
      stopped: input.stopped,
      symptom: input.symptom,
      description: input.description,
      reported_at: now,
      created_by_name: actor.cnName,
      search: searchText(machine.code, machine.name, input.description),
    }),
  )
  await recordAction(write, actor, {
    subjectKind: 'repair',
    action: 'repairs.report',
    event: 'equipment.repair_reported',
    id: String(id),
    name: machine.code,
    after: { symptom: input.symptom, stopped: input.stopped, description: input.description },
  })
  return String(id)
}

/** An alarm has at most one repair order. A second report fails and names the existing order. */
async function rejectSecond(write: Write, { plantId }: Actor, alarmId: number): Promise<void> {
  const first = (await repairsOfAlarms(asReads(write), plantId, [alarmId])).get(alarmId)
  if (first !== undefined) reject('alarm.has_repair', { no: first.no, repairId: String(first.id) })
}

/**
 * Of two concurrent reports the unique key accepts one; the other can be repeated and then gets the usual error. An alarm of
 * another machine is rejected.
 */
async function ofAnAlarmOnce(insert: () => Promise<number>): Promise<number> {
  try {
    return await insert()
  } catch (error) {
    const constraint = violationOf(error)?.constraint
    if (constraint === 'repairs_alarm_key') reject('alarm.has_repair', { no: '' })
    if (constraint === 'repairs_alarm_fkey') fail('not_found', { params: { field: 'alarmId' } })
    throw error
  }
}
