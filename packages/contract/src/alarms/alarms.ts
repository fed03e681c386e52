import { z } from 'zod'
import {
  alarmEventKinds,
  alarmStates,
  alarmViews,
  longestShelfMinutes,
  ruleKinds,
  severities,
  signalCode,
} from '@cloud-factory/domain/alarms/alarm-enums'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { machineClasses, machineStates, signalRoles } from '@cloud-factory/domain/machines/equipment-enums'
import { repairStatuses } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { names } from '../planning/processes.ts'
import { code, text } from '../enums.ts'

const machine = z.object({ id, code: z.string(), name: z.string(), class: z.enum(machineClasses) })

export const alarmRow = z.object({
  id,
  machine,
  rule: z.object({ id, code: z.string(), names }),
  /** Code and text with which the machine reported it; empty: a rule raised it. */
  ownCode: z.string(),
  ownText: z.string(),
  state: z.enum(alarmStates),
  severity: z.enum(severities),
  /** Value of the signal when the alarm was raised; null: it is not about a signal. */
  value: z.number().nullable(),
  /** Unit of the value; empty: a pure number or no value. */
  unit: z.string(),
  raisedAt: instant,
  /** When it last became active. */
  activeAt: instant,
  /** How often it became active. */
  times: z.int(),
  isChattering: z.boolean(),
  isSuppressed: z.boolean(),
  ackedAt: instant.nullable(),
  ackedBy: z.string(),
  returnedAt: instant.nullable(),
  closedAt: instant.nullable(),
  escalatedAt: instant.nullable(),
  shelvedUntil: instant.nullable(),
  shelvedBy: z.string(),
  shelfReason: z.string(),
  advice: names.nullable(),
  /** The repair order created from it; null: none, or it was cancelled. */
  repair: z.object({ id, no: z.string(), status: z.enum(repairStatuses) }).nullable(),
  version,
  can: z.object({ ack: allowed, shelve: allowed, unshelve: allowed, repair: allowed }),
})
export type AlarmRow = z.output<typeof alarmRow>

export const alarmSummary = z.object({
  now: instant,
  /** Alarms whose condition holds now, by severity. */
  active: z.object({ info: z.int(), warning: z.int(), critical: z.int() }),
  unacked: z.int(),
  shelved: z.int(),
  suppressed: z.int(),
  /** More than ten alarms within ten minutes: look for the one that caused the others. */
  isFlood: z.boolean(),
  /** Increases with every alarm that is raised or raised again; a change triggers the sound. */
  raised: z.int(),
})
export type AlarmSummary = z.output<typeof alarmSummary>

export const alarmEvent = z.object({
  id,
  at: instant,
  kind: z.enum(alarmEventKinds),
  value: z.number().nullable(),
  by: z.string(),
  note: z.string(),
})
export type AlarmEvent = z.output<typeof alarmEvent>

const finite = z.number().min(-1e12).max(1e12)
const ownSignal = z.string().regex(signalCode)
const ruleInput = {
  code,
  names,
  class: z.enum(machineClasses).nullable(),
  machineId: id.nullable(),
  kind: z.enum(ruleKinds),
  role: z.enum(signalRoles).nullable(),
  /** The machine's own name of the signal when it has no role. */
  signal: ownSignal.nullable(),
  limit: finite.nullable(),
  critical: finite.nullable(),
  deadBand: z.number().min(0).max(1e12),
  state: z.enum(machineStates).nullable(),
  onDelayS: z.int().min(0).max(3600),
  offDelayS: z.int().min(0).max(3600),
  severity: z.enum(severities),
  escalateMin: z.int().min(1).max(1440).nullable(),
  quietMin: z.int().min(1).max(240),
  advice: names.nullable(),
  active: z.boolean(),
}
export const alarmRuleRow = z.object({
  id,
  ...ruleInput,
  machine: z.string().nullable(),
  /** Unit of limits and dead band; empty: none, or its machines send different ones. */
  unit: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type AlarmRuleRow = z.output<typeof alarmRuleRow>

const shelf = { permission: 'alarm.ack', params: idParam, reply: alarmRow } as const

/** Alarms of machines and the rules that raise them. */
export const alarmsApi = endpoints({
  'GET /api/alarms': {
    permission: 'equipment.view',
    summary: 'Alarms, the latest first; those that need somebody unless asked otherwise.',
    query: listQuery(['raisedAt', 'severity']).extend({
      view: z.enum(alarmViews).optional(),
      severity: queryWords(severities).optional(),
      class: queryWords(machineClasses).optional(),
      machineId: id.optional(),
      workshopId: id.optional(),
      ruleId: id.optional(),
      from: instant.optional(),
      to: instant.optional(),
    }),
    reply: listOf(alarmRow),
  },
  'GET /api/alarm-summary': {
    permission: 'equipment.view',
    summary: 'How many alarms there are now, and whether there are too many.',
    reply: alarmSummary,
  },
  'GET /api/alarms/:id': {
    permission: 'equipment.view',
    summary: 'One alarm.',
    params: idParam,
    reply: alarmRow,
    errors: ['not_found'],
  },
  'POST /api/alarms/ack': {
    permission: 'alarm.ack',
    summary:
      'Acknowledges alarms by name; those that somebody has acknowledged meanwhile are left as they are.',
    body: z.strictObject({ ids: z.array(id).min(1).max(200), note: text(300) }),
    reply: z.object({ acked: z.int() }),
  },
  'POST /api/alarms/:id/shelve': {
    ...shelf,
    summary: 'Puts an alarm aside for at most eight hours, with the reason.',
    body: z.strictObject({
      version,
      minutes: z.int().min(1).max(longestShelfMinutes),
      reason: text(300).min(1),
    }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/alarms/:id/unshelve': {
    ...shelf,
    summary: 'Takes an alarm back before its time.',
    body: z.strictObject({ version }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'GET /api/alarms/:id/events': {
    permission: 'equipment.view',
    summary: 'What happened to an alarm, the latest first; at most 200.',
    params: idParam,
    reply: z.object({ items: z.array(alarmEvent), total: z.int().min(0) }),
    errors: ['not_found'],
  },
  'GET /api/alarm-rules': {
    permission: 'equipment.view',
    summary: 'What raises alarms.',
    query: listQuery(['code', 'severity']).extend({ class: queryWords(machineClasses).optional() }),
    reply: listOf(alarmRuleRow),
  },
  'GET /api/alarm-rule-unit': {
    permission: 'equipment.view',
    summary: 'The unit in which a rule on this value would have its limits.',
    query: z.strictObject({
      class: z.enum(machineClasses).optional(),
      machineId: id.optional(),
      role: z.enum(signalRoles).optional(),
      signal: ownSignal.optional(),
    }),
    reply: z.object({
      /** Empty: a pure number, or its machines send no unit or different ones. */
      unit: z.string(),
    }),
  },
  'POST /api/alarm-rules': {
    permission: 'equipment.edit',
    summary: 'Adds a rule.',
    body: z.strictObject(ruleInput),
    status: 201,
    reply: alarmRuleRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/alarm-rules/:id': {
    permission: 'equipment.edit',
    summary: 'Changes a rule; it holds from the next value on.',
    params: idParam,
    body: z.strictObject({ version, ...ruleInput }),
    reply: alarmRuleRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/alarm-rules/:id': {
    permission: 'equipment.edit',
    summary: 'Deletes a rule that never raised an alarm.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
  'GET /api/alarm-rules-out-of-service': {
    permission: 'equipment.view',
    summary: 'Rules that are out of service on machines.',
    reply: z.object({
      items: z.array(
        z.object({
          /** Ids of machine and rule, joined by a dash. */
          id: z.string(),
          machine,
          rule: z.object({ id, code: z.string(), names }),
          reason: z.string(),
          since: instant,
          by: z.string(),
        }),
      ),
      total: z.int().min(0),
    }),
  },
  'PUT /api/alarm-rules-out-of-service': {
    permission: 'equipment.edit',
    summary: 'Takes a rule out of service on a machine, with the reason; without one: puts it back.',
    body: z.strictObject({ machineId: id, ruleId: id, reason: text(300).nullable() }),
    reply: z.object({ isOut: z.boolean() }),
    errors: ['not_found'],
  },
})
