import { z } from 'zod'
import { day, endpoints, id, instant, queryInt, queryWords } from './endpoint.ts'
import { names } from './processes.ts'
import { breakdowns, ncrGroupings, ncrMeasures, repairGroupings } from './statistics-enums.ts'
import { kg } from './enums.ts'
import { inspectedShapes, inspectionStages } from './quality-enums.ts'

/** Statistics span so many days at most; a chart of readings shows the last so many of them. */
export const maxStatisticsDays = 400
export const maxChartReadings = 1000

export const chartKinds = ['xbar_r', 'xbar_s', 'i_mr', 'p', 'u'] as const
export type ChartKind = (typeof chartKinds)[number]

/** What a run of points says beyond chance, by the rules of Nelson. */
export const chartSignals = [
  'beyond',
  'nine_one_side',
  'six_trend',
  'fourteen_alternate',
  'two_of_three',
  'four_of_five',
] as const

/** Days of the plant, both included. */
const days = { from: day, to: day }
/** The crew and the machine that made a piece, as its inspection, report or weld names them, and its project. */
const made = { projectId: id.optional(), crewId: id.optional(), machineId: id.optional() }

const scope = {
  ...days,
  ...made,
  stage: queryWords(inspectionStages).optional(),
  shape: queryWords(inspectedShapes).optional(),
  processId: id.optional(),
}

/** Pieces inspected for the first time and judged, and those that passed then; a re-inspection counts for neither. */
const firstPass = { inspected: z.int(), passed: z.int() }

export const yieldReport = z.object({
  stages: z.array(
    z.object({
      stage: z.enum(inspectionStages),
      ...firstPass,
      /** passed ÷ inspected; null when nothing was inspected. */
      yield: z.number().nullable(),
    }),
  ),
  /** Product of the stages' yields; null when there is none. */
  rolled: z.number().nullable(),
  /** By month, `2026-03`, over all stages; months without an inspection are left out. */
  months: z.array(z.object({ month: z.string(), ...firstPass })),
  at: instant,
})
export type YieldReport = z.output<typeof yieldReport>

export const missReport = z.object({
  /** Items with readings outside their limits, the most frequent first, at most 100. */
  bars: z.array(
    z.object({
      itemId: id.nullable(),
      names,
      clause: z.string(),
      /** Readings of the item, and those outside. */
      readings: z.int(),
      outside: z.int(),
      /** Share of this bar and those before it in all readings outside, 0 to 1. */
      cumulative: z.number(),
    }),
  ),
  readings: z.int(),
  outside: z.int(),
})
export type MissReport = z.output<typeof missReport>

const line = z.object({ centre: z.number(), lower: z.array(z.number()), upper: z.array(z.number()) })

export const controlChart = z.object({
  kind: z.enum(chartKinds),
  /**
   * Oldest first. `value`: mean, single value, share or rate; of readings in tolerances, so that −1 and 1 are the limits of
   * the standard whatever the size. `spread`: range, standard deviation or moving range; null where there is none.
   */
  points: z.array(
    z.object({
      value: z.number(),
      spread: z.number().nullable(),
      size: z.int(),
      /** The last inspection in the point; null where a point is a day. */
      inspection: z.object({ id, no: z.string() }).nullable(),
      /** When the last of it was read, or the day. */
      at: z.string(),
    }),
  ),
  /** Null below 20 points: limits would mean little. */
  location: line.nullable(),
  spread: line.nullable(),
  /** What says more than chance: on the line of values or on that of spreads. */
  signals: z.array(
    z.object({ line: z.enum(['location', 'spread']), rule: z.enum(chartSignals), point: z.int() }),
  ),
  /** Null without limits, and on p and u charts. */
  capability: z
    .object({
      cp: z.number().nullable(),
      cpk: z.number().nullable(),
      pp: z.number().nullable(),
      ppk: z.number().nullable(),
      cpm: z.number().nullable(),
      mean: z.number(),
      sigma: z.number(),
    })
    .nullable(),
})
export type ControlChartView = z.output<typeof controlChart>

/** Who or what a bar or row is: the id or word; null: nobody said. */
const group = { key: z.string().nullable(), names: names.nullable() }

export const breakdownReport = z.object({
  /** Those with most pieces first, at most 100. */
  items: z.array(
    z.object({
      ...group,
      ...firstPass,
      yield: z.number().nullable(),
      readings: z.int(),
      outside: z.int(),
    }),
  ),
})
export type BreakdownReport = z.output<typeof breakdownReport>

const burden = { reports: z.int(), open: z.int(), pieces: z.int(), kg, cost: z.number() }

export const ncrReport = z.object({
  /** The greatest of the measure first; those that weigh nothing by it are left out. At most 100. */
  bars: z.array(z.object({ ...group, ...burden, cumulative: z.number() })),
  total: z.object({
    ...burden,
    /** Reports whose cost somebody has written. */
    priced: z.int(),
    /** Mean of those that were closed; null when none was. */
    daysToClose: z.number().nullable(),
  }),
  /** By month in which it was raised, and in which it was closed. */
  months: z.array(z.object({ month: z.string(), raised: z.int(), closed: z.int(), kg, cost: z.number() })),
})
export type NcrReport = z.output<typeof ncrReport>

const rate = z.object({ tested: z.int(), rejected: z.int(), percent: z.number().nullable() })
export const repairReport = z.object({
  /** Months in their order, others with most tests first, at most 100; first tests of each weld. */
  items: z.array(z.object({ ...group, joints: rate, length: rate })),
})
export type RepairReport = z.output<typeof repairReport>

export const qualityStatisticsApi = endpoints({
  'GET /api/quality/yield': {
    permission: 'quality.view',
    summary: 'First-pass yield by stage and month, and rolled throughput yield.',
    query: z.strictObject(scope),
    reply: yieldReport,
    errors: ['state.refused'],
  },
  'GET /api/quality/misses': {
    permission: 'quality.view',
    summary: 'Items of standards by readings outside their limits (Pareto).',
    query: z.strictObject(scope),
    reply: missReport,
    errors: ['state.refused'],
  },
  'GET /api/quality/chart': {
    permission: 'quality.view',
    summary:
      'A control chart: of an item’s readings (X̄-R, X̄-s, I-MR) or of rejected pieces and defects by day (p, u).',
    query: z.strictObject({
      ...scope,
      kind: z.enum(chartKinds),
      /** The item of a standard; asked for by charts of readings. */
      itemId: id.optional(),
      /** Readings in a subgroup of X̄ charts; 5 unless said. */
      size: queryInt(2, 10).optional(),
    }),
    reply: controlChart,
    errors: ['state.refused'],
  },
  'GET /api/quality/breakdown': {
    permission: 'quality.view',
    summary: 'First-pass yield and misses by crew, machine, project, process or shape.',
    query: z.strictObject({ ...scope, by: z.enum(breakdowns) }),
    reply: breakdownReport,
    errors: ['state.refused'],
  },
  'GET /api/quality/ncr-statistics': {
    permission: 'quality.view',
    summary: 'Non-conformances that were raised in these days, as a Pareto diagram and by month.',
    query: z.strictObject({
      ...days,
      ...made,
      /** The process whose inspection they were found at. */
      processId: id.optional(),
      by: z.enum(ncrGroupings),
      measure: z.enum(ncrMeasures),
    }),
    reply: ncrReport,
    errors: ['state.refused'],
  },
  'GET /api/quality/repair-rates': {
    permission: 'quality.view',
    summary:
      'Share of rejected welds by month, welder, crew, machine, project, welding process or method; by joints and by length.',
    query: z.strictObject({ ...days, ...made, by: z.enum(repairGroupings) }),
    reply: repairReport,
    errors: ['state.refused'],
  },
})
