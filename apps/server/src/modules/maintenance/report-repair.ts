import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { RepairSource } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { insertRow } from '../../platform/db/signed-rows.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { machineInUse } from './machine-named.ts'
import { repairsOfAlarms } from './repairs.reads.ts'

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
  if (first !== undefined)
    fail('state.refused', {
      params: { reason: 'alarm.has_repair', no: first.no, repairId: String(first.id) },
    })
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
    if (constraint === 'repairs_alarm_key')
      fail('state.refused', { params: { reason: 'alarm.has_repair', no: '' } })
    if (constraint === 'repairs_alarm_fkey') fail('not_found', { params: { field: 'alarmId' } })
    throw error
  }
}
