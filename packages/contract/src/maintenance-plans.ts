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
} from './endpoint.ts'
import { planStates, planTriggers } from './maintenance-enums.ts'
import { text } from './enums.ts'

const planInput = {
  machineId: id,
  title: text(80).min(1),
  /** What is done, step by step. */
  instructions: text(2000),
  /** What is counted: days of the calendar, hours that the machine ran, or its good output. */
  trigger: z.enum(planTriggers),
  /** Again after so much of it; days at most 3650. */
  every: z.int().min(1).max(9_999_999),
  /** When it was done last, or when counting begins. */
  lastDoneOn: day,
  /** Told so many days ahead, by the forecast where hours or output are counted. */
  noticeDays: z.int().min(0).max(90),
  active: z.boolean(),
}

export const planRow = z.object({
  id,
  ...planInput,
  machine: z.object({ code: z.string(), name: z.string() }),
  /** Of the calendar, else forecast; null: it cannot be foreseen. */
  dueOn: day.nullable(),
  /** What was counted since it was done last; null: days are. */
  progress: z
    .object({
      /** Hours, or output; null: the machine tells nothing of it. */
      used: z.number().nullable(),
      /** Of the output; empty: hours, or the machine names none. */
      unit: z.string(),
      /** Average of the last four weeks; null: nothing is known of them. */
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
  /** What was counted when it was done, hours or output; null: days were. */
  used: z.number().nullable(),
  trigger: z.enum(planTriggers),
  note: z.string(),
  by: z.string(),
  at: instant,
})
export type PlanAction = z.output<typeof planAction>

/** What a day of the calendar holds. */
export const calendarEntry = z.object({
  id: z.string(),
  day,
  kind: z.enum(['due', 'done', 'repair']),
  /** Due by the pace of the last weeks, not by the calendar. */
  forecast: z.boolean(),
  title: z.string(),
  machineId: id,
  machine: z.string(),
  /** Overdue plan, or repair with which the machine stands. */
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
