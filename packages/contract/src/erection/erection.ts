import { siteStates } from '@cloud-factory/domain/erection/site-states'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { z } from 'zod'
import {
  allowed,
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  queryInt,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { kg, text } from '../enums.ts'
import { importPreview } from '../record-import/import-endpoints.ts'

const counted = z.object({ pieces: z.int(), kg })
export const named = z.object({ id, no: z.string() })
const maxSequence = 1_000_000

/** Pieces of a lot by how far they are; each is in all groups that it has passed. */
export const lotCounts = z.object({
  planned: counted,
  /** All work in the factory is done. */
  made: counted,
  /** In transit or received. */
  shipped: counted,
  received: counted,
  erected: counted,
  missing: counted,
  damaged: counted,
  returned: counted,
})
export type LotCounts = z.output<typeof lotCounts>

const lotInput = {
  code: text(40).min(1),
  name: text(120),
  area: text(80),
  plannedOn: day.nullable(),
}

export const erectionLot = z.object({
  id,
  ...lotInput,
  /** Place in the sequence of the order. */
  position: z.int(),
  /** When its pieces must leave the factory; null: not planned. */
  leaveOn: day.nullable(),
  counts: lotCounts,
  version,
})
export type ErectionLot = z.output<typeof erectionLot>

/** One row of a plan: a mark with all its pieces or some of them, or one serial. */
export const planRecord = z.strictObject({
  piece: text(80).min(1),
  lot: text(40).min(1),
  sequence: z.int().min(1).max(maxSequence).nullable(),
  plannedOn: day.nullable(),
  area: text(80),
  quantity: z.int().min(1).max(100_000).nullable(),
})
export type PlanRecord = z.output<typeof planRecord>
export const maxPlanRows = 5000

export const sitePiece = z.object({
  id,
  serial: z.string(),
  qr: z.string(),
  mark: z.string(),
  name: z.string(),
  profile: z.string(),
  kg,
  lot: z.object({ id, code: z.string(), area: z.string(), plannedOn: day.nullable() }).nullable(),
  sequence: z.int().nullable(),
  status: z.enum(pieceStatuses),
  state: z.enum(siteStates),
  /** The last report; null: none. */
  report: z.object({ id, note: z.string(), at: instant, by: z.string() }).nullable(),
})
export type SitePiece = z.output<typeof sitePiece>

const departure = z.object({
  /** Of the lot. */
  id,
  code: z.string(),
  name: z.string(),
  area: z.string(),
  order: named.extend({ name: z.string() }),
  project: z.object({ id, name: z.string() }),
  leaveOn: day,
  plannedOn: day,
  isLate: z.boolean(),
  /** Not shipped yet. */
  open: counted,
  /** Of these, still in work. */
  unmade: counted,
  /** Of these, made and in no package. */
  made: counted,
  /** Of these, in a package. */
  packed: counted,
  can: z.object({ pack: allowed, deliver: allowed }),
})
export type Departure = z.output<typeof departure>

const calendarDay = z.object({
  day,
  /** Pieces of the lots that must leave on this day. */
  leave: counted,
  shipped: counted,
  received: counted,
  /** Pieces of the lots whose erection is planned to begin on this day. */
  planned: counted,
  erected: counted,
  lots: z.array(z.object({ id, code: z.string(), order: named })),
})
export type CalendarDay = z.output<typeof calendarDay>

const ofOrder = { params: idParam, errors: ['not_found', 'state.refused'] } as const
/** Erection lots in their sequence, and what must leave for them. */
export const erectionApi = endpoints({
  'GET /api/orders/:id/erection-lots': {
    permission: 'order.view',
    summary: 'Erection lots of an order in their sequence, with what each counts.',
    params: idParam,
    query: listQuery(['position', 'code', 'plannedOn']),
    reply: listOf(erectionLot).extend({
      /** Of the whole order, and of its pieces in no lot. */
      all: lotCounts,
      noLot: lotCounts,
      can: z.object({ edit: allowed, report: allowed }),
    }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/erection-lots': {
    permission: 'order.edit',
    summary: 'Adds an erection lot at the end of the sequence, or at a position.',
    ...ofOrder,
    body: z.strictObject({ ...lotInput, position: z.int().min(1).max(100_000).nullable() }),
    status: 201,
    reply: z.object({ id }),
    errors: ['not_found', 'state.refused', 'duplicate'],
  },
  'PATCH /api/erection-lots/:id': {
    permission: 'order.edit',
    summary: 'Changes an erection lot.',
    params: idParam,
    body: z.strictObject({ version, ...lotInput, position: z.int().min(1).max(100_000) }),
    reply: erectionLot,
    errors: ['not_found', 'version.conflict', 'state.refused', 'duplicate'],
  },
  'DELETE /api/erection-lots/:id': {
    permission: 'order.edit',
    summary: 'Deletes an erection lot; its pieces are then in none, their reports stay.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'GET /api/orders/:id/erection-pieces': {
    permission: 'order.view',
    summary: 'Pieces of an order in the sequence of erection, with where each is.',
    params: idParam,
    query: listQuery(['sequence', 'serial']).extend({
      lotId: z.union([id, z.literal('none')]).optional(),
      state: queryWords(siteStates).optional(),
    }),
    reply: listOf(sitePiece),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/erection-places': {
    permission: 'order.edit',
    summary: 'Puts pieces into a lot one after the other from a place in its sequence, or into none.',
    ...ofOrder,
    body: z.strictObject({
      pieceIds: z.array(id).min(1).max(500),
      lotId: id.nullable(),
      /** Of the first piece; null: after the last one of the lot. */
      sequence: z.int().min(1).max(maxSequence).nullable(),
    }),
    reply: z.object({ pieces: z.int() }),
  },
  'POST /api/orders/:id/erection-plan/preview': {
    permission: 'order.edit',
    summary: 'Reads a list of pieces with lot, sequence and day, and says what it would do; writes nothing.',
    params: idParam,
    upload: { field: 'file', maxBytes: 10 * 1024 * 1024, maxFiles: 1 },
    reply: importPreview,
    errors: [
      'file.empty',
      'file.too_large',
      'file.unknown_type',
      'file.unsafe',
      'not_found',
      'state.refused',
    ],
  },
  'POST /api/orders/:id/erection-plan': {
    permission: 'order.edit',
    summary: 'Writes the rows of a list: new lots are added, pieces get their places. All rows or none.',
    ...ofOrder,
    maxBodyBytes: 10 * 1024 * 1024,
    body: z.strictObject({ records: z.array(planRecord).min(1).max(maxPlanRows) }),
    reply: z.object({ lots: z.int(), pieces: z.int() }),
  },
  'POST /api/orders/:id/erection-plan/phases': {
    permission: 'order.edit',
    summary: 'Makes a lot of each phase that the marks of the order have, for pieces that are in no lot.',
    ...ofOrder,
    reply: z.object({ lots: z.int(), pieces: z.int() }),
  },
  'GET /api/departures': {
    permission: 'order.view',
    summary: 'Lots with pieces that must leave the factory until a day, the earliest first.',
    query: listQuery(['leaveOn']).extend({
      /** Days from today. */
      days: queryInt(0, 366).optional(),
      projectId: id.optional(),
      orderId: id.optional(),
    }),
    reply: listOf(departure),
  },
  'POST /api/erection-lots/:id/packages': {
    permission: 'order.ship',
    summary: 'Opens packages with the made pieces of a lot in the sequence of erection.',
    params: idParam,
    status: 201,
    reply: z.object({ items: z.array(named.extend({ pieces: z.int() })) }),
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/erection-lots/:id/delivery': {
    permission: 'order.ship',
    summary: 'Drafts a delivery with the closed packages of a lot in the sequence of erection.',
    params: idParam,
    body: z.strictObject({
      /** What the truck carries. */
      maxKg: z.number().gt(0).max(1_000_000).nullable(),
    }),
    status: 201,
    reply: named.extend({ packages: z.int() }),
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/site-calendar': {
    permission: 'order.view',
    summary: 'Day by day: what must leave, what left and arrived, what is planned to be erected and was.',
    query: z.strictObject({
      from: day.refine((value) => value >= '1970' && value < '2200'),
      days: queryInt(1, 62),
      projectId: id.optional(),
      orderId: id.optional(),
    }),
    reply: z.object({ items: z.array(calendarDay) }),
  },
})
