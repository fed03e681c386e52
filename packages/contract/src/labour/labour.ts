import { labourRates, standardHours } from '@cloud-factory/domain/labour/labour-resources'
import { z } from 'zod'
import { sheetInput, xlsxType } from '../sheet-input.ts'
import { allowed, day, endpoints, id, instant, version } from '../endpoint.ts'
import { kg } from '../enums.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const can = z.object({ edit: allowed, delete: allowed })
const standardRow = z.object({ id, ...fieldSchemas(standardHours), version, can })
export type StandardHoursRow = z.output<typeof standardRow>
const rateRow = z.object({ id, ...fieldSchemas(labourRates), crew: z.string().nullable(), version, can })
export type LabourRateRow = z.output<typeof rateRow>

const labourGroups = ['none', 'order', 'crew', 'month'] as const

const hoursRow = z.object({
  /** Order, crew or month, `2026-03`; null: not grouped, or work without a crew. */
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  processId: id,
  /** These three are those of the production report. */
  kg,
  pieces: z.int(),
  hours: z.number(),
  /** Standard hours of the work that counts. */
  earned: z.number(),
  /** Actual and earned hours of the reports that have both; their ratio compares like with like. */
  comparedHours: z.number(),
  comparedEarned: z.number(),
  /** Work that counts and has no standard, and that was reported without hours. */
  withoutStandardKg: kg,
  withoutHoursKg: kg,
})
export type LabourRow = z.output<typeof hoursRow>

const labourReport = z.object({
  /** By group and process order. */
  rows: z.array(hoursRow),
  /** The chosen order, with the standard hours of all its pieces by process; null: none was chosen. */
  order: z
    .object({
      id,
      no: z.string(),
      expected: z.array(z.object({ processId: id, hours: z.number(), kg, withoutStandardKg: kg })),
    })
    .nullable(),
})
export type LabourReport = z.output<typeof labourReport>

const payrollKinds = ['work', 'late', 'taken_back'] as const

const payrollRow = z.object({
  crew: z.object({ id, name: z.string() }).nullable(),
  processId: id,
  /** `late` and `taken_back` correct months that are closed. */
  kind: z.enum(payrollKinds),
  /** The month of the work, `2026-03`. */
  ofMonth: z.string(),
  /** null: there is no piece rate. */
  rate: z.object({ code: z.string(), basis: z.enum(['tonne', 'piece']), price: z.number() }).nullable(),
  /** Pieces, as shares of the process; negative where work was taken back. */
  quantity: z.number(),
  kg: z.number(),
  /** Of it, work on pieces that were scrapped or superseded later, and work that was assumed by a later report. */
  voidKg: z.number(),
  assumedKg: z.number(),
  hours: z.number(),
  /** With cents; null: without a rate. */
  amount: z.number().nullable(),
})
export type PayrollRow = z.output<typeof payrollRow>

const payroll = z.object({
  month: z.string(),
  /** By crew, process, kind and rate. */
  rows: z.array(payrollRow),
  /** Sum of the amounts of the rows. */
  amount: z.number(),
  closed: z.object({ at: instant, by: z.string() }).nullable(),
  can: z.object({ close: allowed }),
})
export type Payroll = z.output<typeof payroll>

/** Columns of a month of piecework as a file, in its usual order. */
export const payrollExportColumns = [
  'month',
  'crew',
  'process',
  'kind',
  'correction',
  'code',
  'basis',
  'price',
  'share',
  'kg',
  'hours',
  'amount',
] as const

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const labourApi = endpoints({
  ...resourceEndpoints(standardHours, {
    row: standardRow,
    summary: {
      list: 'Standard hours by process and weight class.',
      create: 'Adds standard hours; classes of a process may not overlap.',
      update: 'Changes standard hours.',
      delete: 'Deletes standard hours.',
    },
    createErrors: ['not_found', 'state.refused'],
    updateErrors: ['state.refused'],
  }),
  ...resourceEndpoints(labourRates, {
    row: rateRow,
    summary: {
      list: 'Piece rates and prices of an hour, by process, crew, weight class and days.',
      create: 'Adds a rate; what applies to a crew on a day may not overlap.',
      update: 'Changes a rate; closed months keep what was paid.',
      delete: 'Deletes a rate; closed months keep what was paid.',
    },
    createErrors: ['not_found', 'state.refused'],
    updateErrors: ['state.refused'],
  }),
  'GET /api/labour': {
    permission: 'labour.view',
    summary: 'Tonnes, actual hours and standard hours earned by process, and by order, crew or month.',
    query: z.strictObject({
      from: day,
      to: day,
      group: z.enum(labourGroups),
      orderId: id.optional(),
      projectId: id.optional(),
      crewId: id.optional(),
    }),
    reply: labourReport,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/payroll': {
    permission: 'cost.view',
    summary: 'Piecework of a month by crew, process and rate, with corrections of closed months.',
    query: z.strictObject({ month }),
    reply: payroll,
    errors: ['state.refused'],
  },
  'POST /api/exports/payroll': {
    permission: 'cost.view',
    summary:
      'Piecework of a month as an .xlsx file. `words` has the names of processes, `process.12`, and of kinds and bases.',
    body: sheetInput(payrollExportColumns).extend({ month }),
    reply: 'file',
    produces: [xlsxType],
    errors: ['state.refused'],
  },
  'POST /api/payroll/:month/close': {
    permission: 'cost.edit',
    summary:
      'Closes a month: what it pays does not change any more; later changes are corrections of the next one.',
    params: z.strictObject({ month }),
    reply: payroll,
    errors: ['state.refused'],
  },
})
