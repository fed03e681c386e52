import { z } from 'zod'
import { day, endpoints, id, instant } from './endpoint.ts'
import { machineClasses } from './equipment-enums.ts'
import { figureFlags, figureGroups, standingStates, stopKinds } from './machine-enums.ts'
import { names } from './processes.ts'
import { text } from './enums.ts'

/** Sums that figures are made of; times in seconds. */
export const figureInputs = z.object({
  /** All time of the span, 24 hours a day, as far as it has passed. */
  calendarS: z.number(),
  /** Shifts less breaks and planned stops. */
  plannedS: z.number(),
  runningS: z.number(),
  setupS: z.number(),
  idleS: z.number(),
  faultS: z.number(),
  /** Planned time in which nothing was known of the machine. */
  unknownS: z.number(),
  plannedStopS: z.number(),
  /** Running at all, planned or not. */
  runS: z.number(),
  failures: z.number(),
  /** Time in which the output would have been made at the standard rate, and the running time that it is compared with; null: no rate. */
  idealS: z.number().nullable(),
  ratedRunS: z.number().nullable(),
  /** Null where machines of different units are summed. */
  output: z.number().nullable(),
  goodShare: z.number().nullable(),
  outputUnit: z.string(),
  energyKwh: z.number().nullable(),
  arcOnS: z.number().nullable(),
  arcRunS: z.number().nullable(),
  /** Repair orders with which a machine stood, by the day of their verification; clock time, nights and days off included. */
  repairs: z.number(),
  /** From the report to the verification. */
  restoreS: z.number(),
  /** From the start of the work to its end, when the machine is given back. */
  mendS: z.number(),
})
export type FigureInputs = z.output<typeof figureInputs>

/** Shares from 0 to 1; null where there is nothing to tell them from, never 0. */
export const figures = z.object({
  availability: z.number().nullable(),
  /** At most 1.5. */
  performance: z.number().nullable(),
  quality: z.number().nullable(),
  oee: z.number().nullable(),
  teep: z.number().nullable(),
  /** Planned time of which something is known. */
  coverage: z.number().nullable(),
  mtbfS: z.number().nullable(),
  /** By states: time in fault. */
  mttrS: z.number().nullable(),
  /** By repair orders: from the report to the verification, and from the start of the work to its end. */
  mttrOrderS: z.number().nullable(),
  mttrMendS: z.number().nullable(),
  arcOn: z.number().nullable(),
  /** Per unit of output; per tonne where output is weighed. */
  kwhPerUnit: z.number().nullable(),
  energyUnit: z.string(),
  flags: z.array(z.enum(figureFlags)),
})
export type Figures = z.output<typeof figures>

export const figureRow = z.object({
  /** Of the machine, workshop or shift; the line, day or month itself. */
  key: z.string(),
  name: z.string(),
  names: names.nullable(),
  machines: z.int(),
  inputs: figureInputs,
  figures,
})
export type FigureRow = z.output<typeof figureRow>

export const figureReport = z.object({
  from: day,
  to: day,
  now: instant,
  total: figureRow,
  rows: z.array(figureRow),
  lines: z.array(z.string()),
  workshops: z.array(z.object({ id, name: z.string() })),
})
export type FigureReport = z.output<typeof figureReport>

export const stopReport = z.object({
  /** Longest first; without a reason: the state alone. */
  bars: z.array(
    z.object({
      reasonId: id.nullable(),
      names: names.nullable(),
      kind: z.enum(stopKinds).nullable(),
      state: z.enum(standingStates).nullable(),
      seconds: z.number(),
      stops: z.int(),
      /** Share of all stops down to this one. */
      cumulative: z.number(),
    }),
  ),
  seconds: z.number(),
})
export type StopReport = z.output<typeof stopReport>

/** A stop that a bar is made of. */
export const countedStop = z.object({
  /** Of the interval. */
  id,
  machine: z.object({ id, code: z.string(), name: z.string() }),
  state: z.enum(standingStates),
  from: instant,
  /** Null: it goes on. */
  to: instant.nullable(),
  /** In planned time. */
  seconds: z.number(),
  note: z.string(),
  reasonedBy: z.string(),
})
export type CountedStop = z.output<typeof countedStop>

export const figureExportColumns = [
  'name',
  'machines',
  'oee',
  'availability',
  'performance',
  'quality',
  'teep',
  'coverage',
  'mtbf',
  'mttr',
  'mttrOrder',
  'mttrMend',
  'arcOn',
  'energy',
  'energyUnit',
  'planned',
  'running',
  'setup',
  'idle',
  'fault',
  'unknown',
  'plannedStop',
  'failures',
  'repairs',
  'output',
  'outputUnit',
] as const
export type FigureExportColumn = (typeof figureExportColumns)[number]

const span = {
  from: day,
  to: day,
  machineId: id.optional(),
  line: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  workshopId: id.optional(),
  class: z.enum(machineClasses).optional(),
}

/** Key figures of machines by ISO 22400-2. */
export const machineFiguresApi = endpoints({
  'GET /api/equipment/figures': {
    permission: 'equipment.view',
    summary:
      'Availability, performance, quality, OEE and more of working days, with the sums they are made of.',
    query: z.strictObject({ ...span, by: z.enum(figureGroups) }),
    reply: figureReport,
    errors: ['state.refused'],
  },
  'GET /api/equipment/stops': {
    permission: 'equipment.view',
    summary: 'What machines stood for, longest first.',
    query: z.strictObject(span),
    reply: stopReport,
    errors: ['state.refused'],
  },
  'GET /api/equipment/stop-list': {
    permission: 'equipment.view',
    summary:
      'The stops behind a bar, longest first: of a reason, or without one in a state; at most two hundred.',
    query: z.strictObject({ ...span, reasonId: id.optional(), state: z.enum(standingStates).optional() }),
    reply: z.object({ items: z.array(countedStop), total: z.int().min(0) }),
    errors: ['state.refused'],
  },
  'POST /api/exports/figures': {
    permission: 'equipment.view',
    summary: 'Key figures as an .xlsx file; times in hours, shares in per cent.',
    body: z.strictObject({
      filter: z.strictObject({ ...span, by: z.enum(figureGroups) }),
      /** Name of the file and its sheet, without an ending. */
      name: text(80).min(1).optional(),
      /** The language of names that are kept in three. */
      language: z.enum(['zh', 'en', 'es']),
      columns: z
        .array(z.strictObject({ key: z.enum(figureExportColumns), title: text(100).optional() }))
        .min(1)
        .max(figureExportColumns.length),
    }),
    reply: 'file',
    produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    errors: ['state.refused'],
  },
})
