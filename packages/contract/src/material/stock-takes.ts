import { stockTakeResults, stockTakeStatuses } from '@cloud-factory/domain/material/material-enums'
import { z } from 'zod'
import { allowed, endpoints, id, idParam, instant, listOf, listQuery, version } from '../endpoint.ts'
import { text } from '../enums.ts'

const takeRow = z.object({
  id,
  no: z.string(),
  status: z.enum(stockTakeStatuses),
  /** Places that begin so; empty: all. */
  location: z.string(),
  profile: z.string(),
  expected: z.int(),
  counted: z.int(),
  createdAt: instant,
  updatedBy: z.string(),
  closedBy: z.string().nullable(),
  version,
  can: z.object({ count: allowed, close: allowed, cancel: allowed }),
})
export type StockTakeRow = z.output<typeof takeRow>

const takeBar = z.object({
  /** Of the bar. */
  id,
  profile: z.string(),
  grade: z.string(),
  heat: z.string(),
  lengthMm: z.number(),
  location: z.string(),
  /** null: not counted. */
  foundLocation: z.string().nullable(),
  countedBy: z.string().nullable(),
  result: z.enum(stockTakeResults),
})
export type StockTakeBar = z.output<typeof takeBar>

const takeDetail = takeRow.extend({
  reason: z.string(),
  /** Number of bars by result. */
  results: z.object({
    found: z.int(),
    wrong_place: z.int(),
    unexpected: z.int(),
    missing: z.int(),
    used: z.int(),
  }),
  items: z.array(takeBar),
})
export type StockTakeDetail = z.output<typeof takeDetail>

const counters = ['quality.inspect', 'order.report', 'purchase.edit'] as const
const closers = ['quality.judge', 'purchase.approve'] as const

export const stockTakesApi = endpoints({
  'GET /api/stock-takes': {
    permission: 'quality.view',
    summary: 'Stock takes of bars, the newest first.',
    query: listQuery(['id']),
    reply: listOf(takeRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/stock-takes/:id': {
    permission: 'quality.view',
    summary: 'A stock take with its bars: expected, counted, and what differs.',
    params: idParam,
    reply: takeDetail,
    errors: ['not_found'],
  },
  'POST /api/stock-takes': {
    permissionOr: counters,
    summary: 'Starts a stock take: the bars that should be there are written down.',
    status: 201,
    body: z.strictObject({ location: text(60), profile: text(60) }),
    reply: takeDetail,
    errors: ['state.refused'],
  },
  'POST /api/stock-takes/:id/counts': {
    permissionOr: counters,
    summary: 'Counts a bar by the code on its label, or withdraws that.',
    params: idParam,
    body: z.strictObject({
      /** `B123` */
      bar: text(40).min(1),
      /** Where it lies; null: where it should. */
      location: text(60).nullable(),
      counted: z.boolean(),
    }),
    reply: takeDetail,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/stock-takes/:id/close': {
    permissionOr: closers,
    summary: 'Books the differences: missing bars leave the stock, others move to where they were found.',
    params: idParam,
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: takeDetail,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/stock-takes/:id/cancel': {
    permissionOr: counters,
    summary: 'Ends a stock take without booking anything.',
    params: idParam,
    body: z.strictObject({ version }),
    reply: takeDetail,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
