import type { AlarmReason } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRuleRow, alarmsApi } from '@cloud-factory/contract/alarms/alarms'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { differences } from '../../platform/audit/differences.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { rejectingBroken } from '../../platform/db/rejecting-broken.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'
import { oneRule } from './rules.queries.ts'
import { type ShippedRule, shippedRules } from './shipped-rules.ts'

/** A rule in the audit log and in events. */
const rule = {
  subjectKind: 'alarm_rule',
  event: 'alarm_rules.changed',
} as const

export type RuleInput = BodyOf<(typeof alarmsApi)['POST /api/alarm-rules']>

/** Columns of a rule; those that its kind does not need are left out. */
function ruleColumns(input: RuleInput) {
  return {
    ...limitColumns(input),
    code: input.code,
    names: JSON.stringify(input.names),
    class: input.class,
    machine_id: input.machineId === null ? null : Number(input.machineId),
    kind: input.kind,
    state: input.kind === 'state' && input.state !== null ? machineStates.indexOf(input.state) : null,
    on_delay_s: input.onDelayS,
    off_delay_s: input.offDelayS,
    severity: input.severity,
    escalate_min: input.escalateMin,
    quiet_min: input.quietMin,
    advice: input.advice === null ? null : JSON.stringify(input.advice),
    active: input.active,
  }
}

function limitColumns({ kind, role, signal, limit, critical, deadBand }: RuleInput) {
  if (kind !== 'above' && kind !== 'below')
    return { role: null, signal: null, limit_value: null, critical_value: null, dead_band: 0 }
  return {
    role,
    signal: role === null ? signal : null,
    limit_value: limit,
    critical_value: critical,
    dead_band: deadBand,
  }
}

type Machines = readonly DirectoryMachine[]

/** Returns the new rule's id. */
export async function createRule(
  write: Write,
  actor: Actor,
  machines: Machines,
  input: RuleInput,
): Promise<string> {
  rejectWrong(input, machines)
  const id = await rejectingBroken({ name: 'code', value: input.code }, () =>
    insertRow(write, actor, 'alarm_rules', ruleColumns(input)),
  )
  await recordAction(write, actor, {
    ...rule,
    action: 'alarm_rules.create',
    id: String(id),
    name: input.code,
    after: input,
  })
  return String(id)
}

/** Changes a rule; writes nothing when nothing differs. */
export async function updateRule(
  write: Write,
  actor: Actor,
  machines: Machines,
  { id, version, ...input }: RuleInput & { readonly id: string; readonly version: number },
): Promise<void> {
  rejectWrong(input, machines)
  const changes = differences(await heldRule(write, actor, machines, id, version), input)
  if (changes === null) return
  await rejectingBroken({ name: 'code', value: input.code }, () =>
    saveRow(write, actor, 'alarm_rules', Number(id), ruleColumns(input)),
  )
  await recordAction(write, actor, {
    ...rule,
    action: 'alarm_rules.update',
    id,
    name: input.code,
    ...changes,
  })
}

/** Deletes a rule that never raised an alarm. */
export async function deleteRule(
  write: Write,
  actor: Actor,
  machines: Machines,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const { code, names } = await heldRule(write, actor, machines, id, version)
  await rejectingBroken(null, () => deleteRow(write, actor.plantId, 'alarm_rules', Number(id)))
  await recordAction(write, actor, {
    ...rule,
    action: 'alarm_rules.delete',
    id,
    name: code,
    before: { code, names },
  })
}

async function heldRule(
  write: Write,
  actor: Actor,
  machines: Machines,
  id: string,
  version: number,
): Promise<AlarmRuleRow> {
  await rowForUpdate(write, 'alarm_rules', actor.plantId, id)
  const current = await oneRule(asReads(write), actor, id, machines)
  return current.version === version ? current : fail('version.conflict', { current })
}

function rejectWrong(input: RuleInput, machines: Machines): void {
  const { kind, machineId } = input
  if (machineId !== null && !machines.some(({ id }) => String(id) === machineId)) fail('not_found')
  if (machineId !== null && input.class !== null) failFor('alarm.scope')
  if (kind === 'state' && input.state === null) failFor('alarm.limits')
  if ((kind === 'above' || kind === 'below') && !isLimit(kind, input)) failFor('alarm.limits')
}

/** Whether a signal and a limit are given, and the critical limit, if any, is beyond the limit. */
function isLimit(kind: 'above' | 'below', { limit, critical, role, signal }: RuleInput): boolean {
  if (limit === null || (role === null && signal === null)) return false
  return critical === null || (kind === 'above' ? critical > limit : critical < limit)
}

function failFor(reason: AlarmReason): never {
  return reject(reason)
}

/** Creates the initial rules of a plant. Runs only once: deleted rules stay deleted. */
export async function seedAlarmRules(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `alarmRules.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  await write
    .insertInto('alarm_rules')
    .values(shippedRules.map((rule) => ({ plant_id: plantId, ...shippedColumns(rule) })))
    .execute()
}

/** Initial column values of a shipped rule. */
export const shippedColumns = (rule: ShippedRule) => ({
  code: rule.code,
  names: JSON.stringify(namesOf(rule.words)),
  class: rule.class,
  machine_id: null,
  kind: rule.kind,
  role: rule.role ?? null,
  signal: rule.signal ?? null,
  limit_value: rule.limit ?? null,
  critical_value: rule.critical ?? null,
  dead_band: rule.deadBand ?? 0,
  state: rule.state === undefined ? null : machineStates.indexOf(rule.state),
  on_delay_s: rule.onDelayS ?? 0,
  off_delay_s: rule.offDelayS ?? 0,
  severity: rule.severity,
  escalate_min: rule.escalateMin ?? null,
  advice: rule.advice === undefined ? null : JSON.stringify(namesOf(rule.advice)),
  created_by: null,
  updated_by: null,
  updated_by_name: '',
})

const namesOf = ([zh, en, es]: ShippedRule['words']) => ({ zh, en, es })
