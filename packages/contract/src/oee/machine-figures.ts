import { z } from 'zod'
import { day, endpoints, id, instant } from '../endpoint.ts'
import {
  machineClasses,
  figureFlags,
  figureGroups,
  stoppedStates,
  stopKinds,
} from '@cloud-factory/domain/machines/equipment-enums'
import { names } from '../planning/processes.ts'
import { text } from '../enums.ts'

/** Totals from which figures are computed; times in seconds. */
export const figureInputs = z.object({
  /** All time of the period, 24 hours a day, up to now. */
  calendarS: z.number(),
  /** Shifts without breaks and planned stops. */
  plannedS: z.number(),
  runningS: z.number(),
  setupS: z.number(),
  idleS: z.number(),
  faultS: z.number(),
  /** Planned time with unknown state. */
  unknownS: z.number(),
  plannedStopS: z.number(),
  /** All running time, planned or not. */
  runS: z.number(),
  failures: z.number(),
  /**
   * Time that the output would have taken at the standard rate, and the running time to compare with; null: no rate.
   */
  idealS: z.number().nullable(),
  ratedRunS: z.number().nullable(),
  /** null: the machines have different units. */
  output: z.number().nullable(),
  goodShare: z.number().nullable(),
  outputUnit: z.string(),
  energyKwh: z.number().nullable(),
  arcOnS: z.number().nullable(),
  arcRunS: z.number().nullable(),
  /**
   * Repair orders during which a machine stood, by the day of their verification; in clock time, including nights and
   * days off.
   */
  repairs: z.number(),
  /** From report to verification. */
  restoreS: z.number(),
  /** From the start of the work to its end, when the machine is handed back. */
  mendS: z.number(),
})
export type FigureInputs = z.output<typeof figureInputs>

/** Shares from 0 to 1; null, never 0, without data. */
export const figures = z.object({
  availability: z.number().nullable(),
  /** At most 1.5. */
  performance: z.number().nullable(),
  quality: z.number().nullable(),
  oee: z.number().nullable(),
  teep: z.number().nullable(),
  /** Share of the planned time with known state. */
  coverage: z.number().nullable(),
  mtbfS: z.number().nullable(),
  /** From states: time in fault. */
  mttrS: z.number().nullable(),
  /** From repair orders: report to verification, and start to end of the work. */
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
  /** Id of the machine, workshop or shift; the line, day or month itself. */
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
  /** Longest first; without a reason, by state. */
  bars: z.array(
    z.object({
      reasonId: id.nullable(),
      names: names.nullable(),
      kind: z.enum(stopKinds).nullable(),
      state: z.enum(stoppedStates).nullable(),
      seconds: z.number(),
      stops: z.int(),
      /** Cumulative share of all stops, including this one. */
      cumulative: z.number(),
    }),
  ),
  seconds: z.number(),
})
export type StopReport = z.output<typeof stopReport>

/** A stop within a bar. */
export const countedStop = z.object({
  /** Id of the state interval. */
  id,
  machine: z.object({ id, code: z.string(), name: z.string() }),
  state: z.enum(stoppedStates),
  from: instant,
  /** null: ongoing. */
  to: instant.nullable(),
  /** Within planned time. */
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

/** Key figures of machines according to ISO 22400-2. */
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
    query: z.strictObject({ ...span, reasonId: id.optional(), state: z.enum(stoppedStates).optional() }),
    reply: z.object({ items: z.array(countedStop), total: z.int().min(0) }),
    errors: ['state.refused'],
  },
  'POST /api/exports/figures': {
    permission: 'equipment.view',
    summary: 'Key figures as an .xlsx file; times in hours, shares in per cent.',
    body: z.strictObject({
      filter: z.strictObject({ ...span, by: z.enum(figureGroups) }),
      /** Name of the file and its sheet, without extension. */
      name: text(80).min(1).optional(),
      /** The language of names that exist in three languages. */
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
