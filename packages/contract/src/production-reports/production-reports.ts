import { z } from 'zod'
import { allowed, day, endpoints, id, instant, version } from '../endpoint.ts'
import { orderForecast } from '../orders/order-progress.ts'
import { orderStatuses, priorities } from '@cloud-factory/domain/orders/order-statuses'
import { kg, text } from '../enums.ts'

/** Maximum period of a schedule in days, and maximum number of orders. */
export const maxScheduleDays = 400
export const maxScheduled = 400

const scheduledOrder = z.object({
  id,
  no: z.string(),
  name: z.string(),
  project: z.object({ id, code: z.string(), name: z.string() }),
  status: z.enum(orderStatuses),
  priority: z.enum(priorities),
  /** When work began; otherwise the planned start of the first lot; otherwise when the order was created. */
  startsOn: day,
  /** Which of the three it is. */
  startIs: z.enum(['started', 'planned', 'entered']),
  dueOn: day,
  progress: z.number(),
  forecast: orderForecast.nullable(),
  pieces: z.int(),
  weightKg: kg,
  heldPieces: z.int(),
  /** Days past the due date in the factory's time zone; null when not late. */
  daysLate: z.int().nullable(),
  version,
  can: z.object({ edit: allowed }),
})
export type ScheduledOrder = z.output<typeof scheduledOrder>

/** Weeks of the load of processes, and maximum number of orders that make it up. */
export const loadWeeks = 12
export const maxLoadOrders = 1000

const processLoad = z.object({
  /** Today in the factory's time zone. */
  today: day,
  /**
   * From the current week on. `share`: planned hours of the factory, of the current week from today, against those of
   * an average week of the last four; by calendar days if none were planned.
   */
  weeks: z.array(z.object({ from: day, to: day, share: z.number() })),
  /** Those that work on pieces, in their order; packing and shipping follow the trucks. */
  processes: z.array(
    z.object({
      processId: id,
      /** What it made in an average week of the last four. */
      kgPerWeek: kg,
    }),
  ),
  /** Open orders with work left. */
  orders: z.array(
    z.object({
      id,
      startsOn: day,
      /** Null: it is in no week. */
      dueOn: day.nullable(),
      /** Work left, in the order of processes. */
      left: z.array(z.object({ processId: id, kg })),
    }),
  ),
  /** Open orders whose processes are not known before their release. */
  unreleased: z.object({ orders: z.int(), kg }),
  /** More orders are open than are counted. */
  more: z.boolean(),
})
export type ProcessLoad = z.output<typeof processLoad>

export const orderScheduleApi = endpoints({
  'GET /api/orders/load': {
    permission: 'order.view',
    summary:
      'Work left of open orders by process, and the pace of the processes: load and capacity of the coming weeks.',
    reply: processLoad,
  },
  'GET /api/orders/schedule': {
    permission: 'order.view',
    summary: 'Open orders with a due date whose time lies in a span of days, by due date.',
    query: z.strictObject({
      from: day,
      to: day,
      q: z.string().trim().max(100).optional(),
      projectId: id.optional(),
    }),
    reply: z.object({
      items: z.array(scheduledOrder),
      /** More orders match than are shown: narrow by project or search. */
      more: z.boolean(),
      /** Open orders without a due date, counted up to 1 000. */
      undated: z.int(),
      /** Today in the factory's time zone. */
      today: day,
    }),
    errors: ['state.refused'],
  },
})

const reportPeriods = ['day', 'shift', 'month'] as const
const reportGroups = ['none', 'workshop', 'crew', 'project'] as const

/** Maximum period of a report in days, and maximum number of rows. */
export const maxReportDays = 400
export const maxReportRows = 5000

/** Scope of a report; days are working days of the plant, inclusive. */
const scope = {
  from: day,
  to: day,
  per: z.enum(reportPeriods),
  group: z.enum(reportGroups),
  processId: id.optional(),
  projectId: id.optional(),
  orderId: id.optional(),
  workshopId: id.optional(),
  crewId: id.optional(),
}

const figures = {
  /** Work that counts: not undone, its piece neither scrapped nor superseded. */
  kg,
  /** Pieces that finished the process. */
  pieces: z.int(),
  /** Hours of all work that was not undone, including scrapped pieces. */
  hours: z.number(),
  /** Work on pieces that were scrapped or superseded later. */
  voidKg: kg,
}

const productionRow = z.object({
  /** The day, `2026-03-20`, or the month, `2026-03`. */
  period: z.string(),
  /** null: by day or month, or work outside of the shifts. */
  shiftId: id.nullable(),
  /** null: not grouped, or work without workshop or crew. */
  group: z.object({ id, name: z.string() }).nullable(),
  processId: id,
  ...figures,
})
export type ProductionRow = z.output<typeof productionRow>

const productionReport = z.object({
  /** By period, shift, group and process order. */
  rows: z.array(productionRow),
  /** Over all rows, per process: tonnes of different processes are the same steel and are never added up. */
  totals: z.array(z.object({ processId: id, ...figures })),
  at: instant,
})
export type ProductionReport = z.output<typeof productionReport>

export const productionExportColumns = [
  'period',
  'shift',
  'group',
  'process',
  'tonnes',
  'pieces',
  'hours',
  'voidTonnes',
] as const

export const productionReportsApi = endpoints({
  'GET /api/reports/production': {
    permission: 'order.view',
    summary: 'Tonnes, pieces and hours by period and process, and by workshop, crew or project where asked.',
    query: z.strictObject(scope),
    reply: productionReport,
    errors: ['state.refused'],
  },
  'POST /api/exports/production': {
    permission: 'order.view',
    summary: 'The production report as an .xlsx file.',
    body: z.strictObject({
      ...scope,
      /** Name of the file and its sheet, without extension. */
      name: text(80).min(1).optional(),
      /** Names of `process.<id>` and `shift.<id>`; without a name the id is written. */
      words: z.record(z.string().max(80), z.string().max(100)).optional(),
      columns: z
        .array(z.strictObject({ key: z.enum(productionExportColumns), title: text(100).optional() }))
        .min(1)
        .max(productionExportColumns.length),
    }),
    reply: 'file',
    produces: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    errors: ['state.refused'],
  },
})
