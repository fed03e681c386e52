import { z } from 'zod'
import {
  day,
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
import { planStates, planTriggers } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { text } from '../enums.ts'

const planInput = {
  machineId: id,
  title: text(80).min(1),
  /** The work, step by step. */
  instructions: text(2000),
  /** What is counted: calendar days, running hours, or good output. */
  trigger: z.enum(planTriggers),
  /** Interval in that unit; for days at most 3650. */
  every: z.int().min(1).max(9_999_999),
  /** When it was last done, or when counting begins. */
  lastDoneOn: day,
  /** Days of advance notice; by forecast when hours or output are counted. */
  noticeDays: z.int().min(0).max(90),
  active: z.boolean(),
}

export const planRow = z.object({
  id,
  ...planInput,
  machine: z.object({ code: z.string(), name: z.string() }),
  /** By the calendar, otherwise by forecast; null: unknown. */
  dueOn: day.nullable(),
  /** Count since it was last done; null: days are counted. */
  progress: z
    .object({
      /** Hours or output; null: the machine reports neither. */
      used: z.number().nullable(),
      /** Unit of the output; empty: hours, or the machine has no unit. */
      unit: z.string(),
      /** Average of the last four weeks; null: no data. */
      perDay: z.number().nullable(),
    })
    .nullable(),
  state: z.enum(planStates),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed, done: allowed }),
})
export type PlanRow = z.output<typeof planRow>

export const planAction = z.object({
  id,
  planId: id,
  machineId: id,
  machine: z.object({ code: z.string(), name: z.string() }),
  title: z.string(),
  doneOn: day,
  /** Hours or output counted when it was done; null: days were counted. */
  used: z.number().nullable(),
  trigger: z.enum(planTriggers),
  note: z.string(),
  by: z.string(),
  at: instant,
})
export type PlanAction = z.output<typeof planAction>

/** Entries of a calendar day. */
export const calendarEntry = z.object({
  id: z.string(),
  day,
  kind: z.enum(['due', 'done', 'repair']),
  /** Due by the forecast, not by the calendar. */
  forecast: z.boolean(),
  title: z.string(),
  machineId: id,
  machine: z.string(),
  /** An overdue plan, or a repair during which the machine stands. */
  urgent: z.boolean(),
  /** The repair order; null for plans. */
  repairId: id.nullable(),
})
export type CalendarEntry = z.output<typeof calendarEntry>

const kept = ['not_found', 'version.conflict', 'state.refused'] as const

export const maintenancePlansApi = endpoints({
  'GET /api/maintenance-plans': {
    summary: 'Preventive maintenance, what is due first.',
    permission: 'equipment.view',
    query: listQuery(['due', 'machine', 'title']).extend({
      machineId: id.optional(),
      state: queryWords(planStates).optional(),
    }),
    reply: listOf(planRow),
  },
  'POST /api/maintenance-plans': {
    summary: 'Adds preventive maintenance of a machine.',
    permission: 'equipment.edit',
    body: z.strictObject(planInput),
    status: 201,
    reply: planRow,
    errors: ['not_found'],
  },
  'PATCH /api/maintenance-plans/:id': {
    summary: 'Changes preventive maintenance.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version, ...planInput }),
    reply: planRow,
    errors: kept,
  },
  'DELETE /api/maintenance-plans/:id': {
    summary: 'Deletes preventive maintenance that was never done.',
    permission: 'equipment.edit',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
  'POST /api/maintenance-plans/:id/done': {
    summary: 'Says that it was done: counting begins anew on that day.',
    permission: 'equipment.maintain',
    params: idParam,
    body: z.strictObject({ version, doneOn: day, note: text(1000) }),
    reply: planRow,
    errors: kept,
  },
  'GET /api/maintenance-actions': {
    summary: 'Maintenance that was done, newest first.',
    permission: 'equipment.view',
    query: listQuery(['doneOn']).extend({ machineId: id.optional(), planId: id.optional() }),
    reply: listOf(planAction),
  },
  'GET /api/maintenance-calendar': {
    summary: 'What is due, done and reported day by day; at most 62 days.',
    permission: 'equipment.view',
    query: z.strictObject({ from: day, to: day }),
    reply: listOf(calendarEntry),
  },
  'GET /api/maintenance-summary': {
    summary: 'How many things wait: checks of today, plans, repair orders, parts below their minimum.',
    permission: 'equipment.view',
    reply: z.object({
      checksDue: z.int(),
      checksDone: z.int(),
      plansOverdue: z.int(),
      plansDue: z.int(),
      repairsOpen: z.int(),
      repairsWaiting: z.int(),
      machinesStopped: z.int(),
      partsShort: z.int(),
    }),
  },
})
