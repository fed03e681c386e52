import './maintenance.tables.ts'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { RepairSource } from '@cloud-factory/contract/maintenance-words'
import type { repairsApi } from '@cloud-factory/contract/repairs'
import { recordDeed } from '../../../platform/audit/record-deed.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { insertRow } from '../../../platform/db/signed-rows.ts'
import { searchText } from '../../../platform/search/search-text.ts'
import { machineInUse } from './machine-named.ts'

type ReportInput = Omit<BodyOf<(typeof repairsApi)['POST /api/repairs']>, 'source'> & {
  readonly source: RepairSource
}

/** Reports that something is wrong with a machine; returns the order's id. */
export async function reportRepair(
  write: Write,
  actor: Actor,
  input: ReportInput,
  now: Date,
): Promise<string> {
  const machine = await machineInUse(write, actor.plantId, input.machineId)
  const id = await insertRow(write, actor, 'repairs', {
    machine_id: machine.id,
    source: input.source,
    alarm_id: input.alarmId === null ? null : Number(input.alarmId),
    stopped: input.stopped,
    symptom: input.symptom,
    description: input.description,
    reported_at: now,
    created_by_name: actor.cnName,
    search: searchText(machine.code, machine.name, input.description),
  })
  await recordDeed(write, actor, {
    subjectKind: 'repair',
    action: 'repairs.report',
    event: 'equipment.repair_reported',
    id: String(id),
    name: machine.code,
    after: { symptom: input.symptom, stopped: input.stopped, description: input.description },
    payload: { machineId: String(machine.id), status: 'reported' },
  })
  return String(id)
}
