import { z } from 'zod'
import {
  nestBarStatuses,
  nestingEnds,
  nestStatuses,
  unmadeReasons,
} from '@cloud-factory/domain/nesting/nest-enums'
import {
  allowed,
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  queryWords,
  version,
} from '../endpoint.ts'
import { text } from '../enums.ts'

const millimetres = (max: number) => z.number().min(0).max(max).multipleOf(0.1)
const barLength = z.number().min(100).max(100_000).multipleOf(0.1)
/** Currency units per tonne. */
const price = z.number().min(0).max(10_000_000)

const rules = z.strictObject({
  kerfMm: millimetres(50),
  /** Cut off at the start of each bar, its own cut included. */
  trimMm: millimetres(1000),
  /** Held by the clamp at the end of each bar. */
  clampMm: millimetres(2000),
  /** Shortest rest that goes back to stock. */
  minRemnantMm: millimetres(20_000),
  pricePerTonne: price,
  /** Value of a remnant as a percentage of the price of new steel. */
  remnantPercent: z.number().min(0).max(100),
  /** Lengths that can be bought, beside the bars in stock. */
  buy: z.array(z.strictObject({ lengthMm: barLength, pricePerTonne: price })).max(10),
  seconds: z.int().min(1).max(300),
})
export type NestRules = z.output<typeof rules>

const demandRow = z.object({
  profile: z.string(),
  grade: z.string(),
  orders: z.int(),
  /** Earliest due day of these orders. */
  due: day.nullable(),
  needed: z.int(),
  nested: z.int(),
  cut: z.int(),
  missing: z.int(),
  missingM: z.number(),
  /** Fitting bars that no nest plans, those in quarantine included. */
  stockM: z.number(),
  /** Ordered or requested, and not received. */
  onOrderM: z.number(),
  /** Neither in stock nor on order. */
  shortM: z.number(),
})
export type DemandRow = z.output<typeof demandRow>

const nestRow = z.object({
  id,
  no: z.string(),
  status: z.enum(nestStatuses),
  /** Why there is no plan. */
  reason: z.string().nullable(),
  profile: z.string(),
  grade: z.string(),
  bars: z.int(),
  parts: z.int(),
  /** Parts without a bar. */
  unmadeParts: z.int(),
  /** Currency units; null: none found yet. */
  cost: z.number().nullable(),
  bound: z.number().nullable(),
  waste: z.number().nullable(),
  ended: z.enum(nestingEnds).nullable(),
  createdAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ stop: allowed, release: allowed, cancel: allowed }),
})
export type NestRow = z.output<typeof nestRow>

const nestPart = z.object({
  position: z.int(),
  order: z.string(),
  mark: z.string(),
  part: z.string(),
  fromMm: z.number(),
  /** From tip to tip. */
  lengthMm: z.number(),
  /** Angles of its cuts as it lies in the bar, from a square cut; positive: the upper edge is further along the bar. */
  leftDeg: z.number(),
  rightDeg: z.number(),
  /** Turned end for end. */
  turned: z.boolean(),
  scrapped: z.boolean(),
  /** The code of its label; null: its mark is gone. */
  code: z.string().nullable(),
})

const nestBar = z.object({
  id,
  position: z.int(),
  status: z.enum(nestBarStatuses),
  /** null: to be bought. */
  stockBarId: id.nullable(),
  heat: z.string().nullable(),
  location: z.string(),
  isRemnant: z.boolean(),
  lengthMm: z.number(),
  remnantMm: z.number(),
  wasteMm: z.number(),
  /** By how much its parts overlap, because neighbours share mitre cuts. */
  sharedMm: z.number(),
  cutBy: z.string().nullable(),
  cutAt: instant.nullable(),
  parts: z.array(nestPart),
  can: z.object({ report: allowed }),
})
export type NestBar = z.output<typeof nestBar>

const unmadePart = z.object({
  order: z.string(),
  mark: z.string(),
  part: z.string(),
  lengthMm: z.number(),
  quantity: z.int(),
  reason: z.enum(unmadeReasons),
})
/** Parts without a bar. */
export type UnmadePart = z.output<typeof unmadePart>

const nestDetail = nestRow.extend({
  /** Empty: all released orders. */
  orderIds: z.array(id),
  rules,
  /** Height of the profile; null: unknown. */
  profileMm: z.number().nullable(),
  items: z.array(nestBar),
  unmade: z.array(unmadePart),
})
export type NestDetail = z.output<typeof nestDetail>

const plan = { permission: 'order.edit', params: idParam, reply: nestDetail } as const

export const nestsApi = endpoints({
  'GET /api/part-demand': {
    permission: 'order.view',
    summary: 'Parts of released orders that are cut from bars, by profile and grade.',
    query: listQuery(['profile']).extend({ missing: z.enum(['true']).optional() }),
    reply: listOf(demandRow),
  },
  'GET /api/nests': {
    permission: 'order.view',
    summary: 'Nests, the newest first, and the rules that the next one proposes.',
    query: listQuery(['id']).extend({ status: queryWords(nestStatuses).optional() }),
    reply: listOf(nestRow).extend({ rules, can: z.object({ add: allowed }) }),
  },
  'GET /api/nests/:id': {
    permission: 'order.view',
    summary: 'A nest with its bars and parts; while it is solved, the best plan so far.',
    params: idParam,
    reply: nestDetail,
    errors: ['not_found'],
  },
  'GET /api/nests/:id/bundle': {
    permission: 'order.view',
    summary: 'A zip with the part files of a nest, its list of parts by bar, and the parts without a file.',
    params: idParam,
    reply: 'file',
    produces: ['application/zip'],
    errors: ['not_found'],
  },
  'POST /api/nests': {
    permission: 'order.edit',
    summary: 'Starts a search for the cheapest bars for the missing parts of a profile and grade.',
    status: 201,
    body: z.strictObject({
      profile: text(100).min(1),
      grade: text(40),
      /** Empty: all released orders. */
      orderIds: z.array(id).max(200),
      rules,
    }),
    reply: nestDetail,
    errors: ['state.refused'],
  },
  'POST /api/nests/:id/stop': {
    ...plan,
    summary: 'Ends the search; the best plan so far is the result.',
    body: z.strictObject({ version }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/nests/:id/release': {
    ...plan,
    summary: 'Reserves the bars; parts of bars that are to be bought return to the demand.',
    body: z.strictObject({ version }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/nests/:id/cancel': {
    ...plan,
    summary: 'Cancels what is not cut; bars and parts are free again.',
    body: z.strictObject({ version }),
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/nest-bars/:id/report': {
    permission: 'order.report',
    summary: 'Reports a bar as cut; its remnant goes back to stock with its heat.',
    params: idParam,
    body: z.strictObject({
      /** As measured; 0: nothing is left. */
      remnantMm: millimetres(100_000),
      location: text(60),
      /** Positions of parts that became scrap; they are needed again. */
      scrapped: z.array(z.int().min(1).max(10_000)).max(1000),
    }),
    reply: nestDetail,
    errors: ['not_found', 'state.refused'],
  },
})
