import { z } from 'zod'
import { openDemands } from '@cloud-factory/domain/conformity/conformity'
import { day, endpoints, id, idParam, instant, queryInt, queryWords } from '../endpoint.ts'
import { names } from '../planning/processes.ts'
import {
  breakdowns,
  ncrGroupings,
  ncrMeasures,
  repairGroupings,
} from '@cloud-factory/domain/quality-statistics/statistics-enums'
import { kg } from '../enums.ts'
import { inspectedShapes, inspectionStages } from '@cloud-factory/domain/inspection/quality-enums'

/** Maximum period of statistics in days; and maximum number of readings in a chart, the most recent ones. */
export const maxStatisticsDays = 400
export const maxChartReadings = 1000

export const chartKinds = ['xbar_r', 'xbar_s', 'i_mr', 'p', 'u'] as const
export type ChartKind = (typeof chartKinds)[number]

/** Non-random patterns in a chart, by the Nelson rules. */
export const chartSignals = [
  'beyond',
  'nine_one_side',
  'six_trend',
  'fourteen_alternate',
  'two_of_three',
  'four_of_five',
] as const

/** Days of the plant, inclusive. */
const days = { from: day, to: day }
/** Crew and machine that made a piece, as stated in its inspection, report or weld; and its project. */
const made = { projectId: id.optional(), crewId: id.optional(), machineId: id.optional() }

const scope = {
  ...days,
  ...made,
  stage: queryWords(inspectionStages).optional(),
  shape: queryWords(inspectedShapes).optional(),
  processId: id.optional(),
}

/** Pieces judged in their first inspection, and those that passed it; re-inspections do not count. */
const firstPass = { inspected: z.int(), passed: z.int() }

export const yieldReport = z.object({
  stages: z.array(
    z.object({
      stage: z.enum(inspectionStages),
      ...firstPass,
      /** passed ÷ inspected; null without inspections. */
      yield: z.number().nullable(),
    }),
  ),
  /** Product of the stages' yields; null: none. */
  rolled: z.number().nullable(),
  /** By month, `2026-03`, over all stages; without months that had no inspection. */
  months: z.array(z.object({ month: z.string(), ...firstPass })),
  at: instant,
})
export type YieldReport = z.output<typeof yieldReport>

export const missReport = z.object({
  /** Items with readings outside their limits, most frequent first, at most 100. */
  bars: z.array(
    z.object({
      itemId: id.nullable(),
      names,
      clause: z.string(),
      /** All readings of the item, and those outside. */
      readings: z.int(),
      outside: z.int(),
      /** Cumulative share of readings outside, including this bar, 0 to 1. */
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
   * Oldest first. `value`: mean, single value, share or rate; for readings in units of the tolerance, so that −1 and
   * 1 are the limits of the standard whatever the size. `spread`: range, standard deviation or moving range; null:
   * none.
   */
  points: z.array(
    z.object({
      value: z.number(),
      spread: z.number().nullable(),
      size: z.int(),
      /** The last inspection of the point; null when a point is a day. */
      inspection: z.object({ id, no: z.string() }).nullable(),
      /** Time of its last reading, or the day. */
      at: z.string(),
    }),
  ),
  /** null below 20 points, where limits would not be reliable. */
  location: line.nullable(),
  spread: line.nullable(),
  /** Signals of the line of values or of spreads. */
  signals: z.array(
    z.object({ line: z.enum(['location', 'spread']), rule: z.enum(chartSignals), point: z.int() }),
  ),
  /** null without limits, and for p and u charts. */
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

/** Group of a bar or row: its id or value; null: unknown. */
const group = { key: z.string().nullable(), names: names.nullable() }

export const breakdownReport = z.object({
  /** Most pieces first, at most 100. */
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
  /** Highest values first, without zero values. At most 100. */
  bars: z.array(z.object({ ...group, ...burden, cumulative: z.number() })),
  total: z.object({
    ...burden,
    /** Reports with a cost. */
    priced: z.int(),
    /** Mean of closed reports; null without any. */
    daysToClose: z.number().nullable(),
  }),
  /** By month of raising and of closing. */
  months: z.array(z.object({ month: z.string(), raised: z.int(), closed: z.int(), kg, cost: z.number() })),
})
export type NcrReport = z.output<typeof ncrReport>

const rate = z.object({ tested: z.int(), rejected: z.int(), percent: z.number().nullable() })
export const repairReport = z.object({
  /** Months in order, others by number of tests, at most 100; only first tests of each weld. */
  items: z.array(z.object({ ...group, joints: rate, length: rate })),
})
export type RepairReport = z.output<typeof repairReport>

export const orderQuality = z.object({
  /** Pieces that count: neither scrapped nor superseded. */
  pieces: z.int(),
  /** Those being made, those signed and locked, and of the latter those that failed. */
  inspections: z.object({ open: z.int(), locked: z.int(), failed: z.int() }),
  firstPass: z.object({ ...firstPass, yield: z.number().nullable() }),
  /** Pieces that have a heat, the lots of steel that the order uses, and the steel assigned to its pieces. */
  heats: z.object({ pieces: z.int(), lots: z.int(), kg }),
  /** What pieces lack, and how many of them; demands that all meet are left out. */
  demands: z.array(z.object({ demand: z.enum(openDemands), pieces: z.int() })),
})
export type OrderQuality = z.output<typeof orderQuality>

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
      /** The item of a standard; required for charts of readings. */
      itemId: id.optional(),
      /** Subgroup size of X̄ charts; default 5. */
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
      /** The process whose inspection found them. */
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
  'GET /api/orders/:id/quality': {
    permission: 'quality.view',
    summary: 'How far an order is inspected, and where its steel came from.',
    params: idParam,
    reply: orderQuality,
    errors: ['not_found'],
  },
})
