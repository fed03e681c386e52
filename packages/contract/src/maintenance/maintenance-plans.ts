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
  queryWords,
  version,
} from '../endpoint.ts'
import { planStates, planTriggers } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { maintenancePlans } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { text } from '../enums.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

export const planRow = z.object({
  id,
  ...fieldSchemas(maintenancePlans),
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

export const maintenancePlansApi = endpoints({
  ...resourceEndpoints(maintenancePlans, {
    row: planRow,
    summary: {
      list: 'Preventive maintenance, what is due first.',
      create: 'Adds preventive maintenance of a machine.',
      update: 'Changes preventive maintenance.',
      delete: 'Deletes preventive maintenance that was never done.',
    },
    query: { machineId: id.optional(), state: queryWords(planStates).optional() },
    createErrors: ['not_found', 'state.refused'],
    updateErrors: ['state.refused'],
  }),
  'POST /api/maintenance-plans/:id/done': {
    summary: 'Says that it was done: counting begins anew on that day.',
    permission: 'equipment.maintain',
    params: idParam,
    body: z.strictObject({ version, doneOn: day, note: text(1000) }),
    reply: planRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/maintenance-plans/:id/repeat': {
    summary: 'Adds the plan for the other machines of its profile, except those that have one of that title.',
    permission: 'equipment.edit',
    params: idParam,
    /** How many machines got it. */
    reply: z.object({ added: z.int() }),
    errors: ['not_found'],
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
