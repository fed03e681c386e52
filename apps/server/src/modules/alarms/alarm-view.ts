import type { RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { AlarmState, RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { alarmCan, unitOf } from './alarms.rules.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'

/** A row of alarms with its rule. */
export interface AlarmRead {
  readonly id: number
  readonly machine_id: number
  readonly rule_id: number
  readonly code: string
  readonly names: Names
  readonly advice: Names | null
  readonly kind: RuleKind
  readonly role: SignalRole | null
  readonly signal: string | null
  readonly own_code: string
  readonly own_text: string
  readonly state: AlarmState
  readonly severity: Severity
  readonly value: number | null
  readonly raised_at: Date
  readonly active_at: Date
  readonly times: number
  readonly is_chattering: boolean
  readonly is_suppressed: boolean
  readonly acked_at: Date | null
  readonly acked_by_name: string
  readonly returned_at: Date | null
  readonly closed_at: Date | null
  readonly escalated_at: Date | null
  readonly shelved_until: Date | null
  readonly shelved_by_name: string
  readonly shelf_reason: string
  readonly version: number
}

export const machineView = (machine: DirectoryMachine | undefined, id: number) => ({
  id: String(id),
  code: machine?.code ?? '',
  name: machine?.name ?? '',
  class: machine?.class ?? ('other' as const),
})

/** What a list of alarms needs besides its rows. */
export interface AlarmSight {
  readonly machines: readonly DirectoryMachine[]
  readonly now: Date
}

interface Around {
  readonly machine: DirectoryMachine | undefined
  readonly repair: { readonly id: number; readonly no: string; readonly status: RepairStatus } | null
  readonly now: Date
}

export function alarmView(row: AlarmRead, { tags }: Actor, { machine, repair, now }: Around): AlarmRow {
  const instant = (at: Date | null) => at?.toISOString() ?? null
  const isShelved = row.shelved_until !== null && row.shelved_until > now
  return {
    id: String(row.id),
    machine: machineView(machine, row.machine_id),
    rule: { id: String(row.rule_id), code: row.code, names: names.parse(row.names) },
    ownCode: row.own_code,
    ownText: row.own_text,
    state: row.state,
    severity: row.severity,
    value: row.value,
    unit: unitOf(row, machine),
    raisedAt: row.raised_at.toISOString(),
    activeAt: row.active_at.toISOString(),
    times: row.times,
    isChattering: row.is_chattering,
    isSuppressed: row.is_suppressed,
    ackedAt: instant(row.acked_at),
    ackedBy: row.acked_by_name,
    returnedAt: instant(row.returned_at),
    closedAt: instant(row.closed_at),
    escalatedAt: instant(row.escalated_at),
    shelvedUntil: isShelved ? instant(row.shelved_until) : null,
    shelvedBy: isShelved ? row.shelved_by_name : '',
    shelfReason: isShelved ? row.shelf_reason : '',
    advice: row.advice === null ? null : names.parse(row.advice),
    repair: repair === null ? null : { id: String(repair.id), no: repair.no, status: repair.status },
    version: row.version,
    can: alarmCan(tags, { state: row.state, isShelved, hasRepair: repair !== null }),
  }
}
