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
  queryVersion,
  version,
} from '../endpoint.ts'
import { markRow, pieceRow } from '../orders/order-marks.ts'
import { orderRow } from '../orders/orders.ts'
import { code, kg, text } from '../enums.ts'

const reason = text(500).min(1)

const productionLotInput = {
  no: code,
  name: text(120),
  workshopId: id.nullable(),
  issuedOn: day.nullable(),
  plannedStart: day.nullable(),
  plannedEnd: day.nullable(),
  requiredOnSite: day.nullable(),
}
export const productionLotRow = z.object({
  id,
  ...productionLotInput,
  orderId: id,
  workshop: z.string().nullable(),
  pieces: z.int(),
  weightKg: kg,
  /** Weighted, from 0 to 1. */
  progress: z.number(),
  startedOn: day.nullable(),
  finishedOn: day.nullable(),
  updatedAt: instant,
  version,
  can: z.object({ edit: allowed, delete: allowed, assign: allowed }),
})
export type ProductionLotRow = z.output<typeof productionLotRow>

export const holdRow = z.object({
  id,
  /** The mark or piece on hold; null for the whole order. */
  markId: id.nullable(),
  mark: z.string().nullable(),
  pieceId: id.nullable(),
  serial: z.string().nullable(),
  /** Its pieces by status when listed. */
  pieces: z.int(),
  reason: z.string(),
  heldAt: instant,
  heldBy: z.string(),
  releasedAt: instant.nullable(),
  releasedBy: z.string().nullable(),
  releaseReason: z.string().nullable(),
})
export type HoldRow = z.output<typeof holdRow>

const hold = { permission: 'order.release', params: idParam, body: z.strictObject({ reason }) } as const
const held = ['not_found', 'state.refused'] as const

/** Statuses of orders and pieces after confirmation: release, holds, lots, scrap. */
export const productionApi = endpoints({
  'POST /api/orders/:id/release': {
    permission: 'order.release',
    summary:
      'Releases a confirmed order to the workshop: its marks have routes, its project’s weights sum to 100. Marks without a weight need a reason.',
    params: idParam,
    body: z.strictObject({ version, reason: reason.optional() }),
    reply: orderRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/orders/:id/close': {
    permission: 'order.release',
    summary: 'Closes a shipped order. Pieces missing on site need a reason.',
    params: idParam,
    body: z.strictObject({ version, reason: reason.optional() }),
    reply: orderRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/orders/:id/hold': {
    ...hold,
    summary: 'Stops all work on an order.',
    reply: orderRow,
    errors: held,
  },
  'POST /api/orders/:id/resume': {
    ...hold,
    summary: 'Lets work on a held order go on where it was.',
    reply: orderRow,
    errors: held,
  },
  'POST /api/marks/:id/hold': {
    ...hold,
    summary: 'Stops work on all pieces of a mark.',
    reply: markRow,
    errors: held,
  },
  'POST /api/marks/:id/resume': {
    ...hold,
    summary: 'Lets work on a held mark go on.',
    reply: markRow,
    errors: held,
  },
  'POST /api/pieces/:id/hold': {
    ...hold,
    summary: 'Stops work on one piece.',
    reply: pieceRow,
    errors: held,
  },
  'POST /api/pieces/:id/resume': {
    ...hold,
    summary: 'Lets work on a held piece go on.',
    reply: pieceRow,
    errors: held,
  },
  'POST /api/pieces/:id/scrap': {
    ...hold,
    summary: 'Scraps a piece: it no longer counts; a new piece of its mark takes its place when asked for.',
    body: z.strictObject({ reason, replace: z.boolean() }),
    reply: pieceRow,
    errors: held,
  },
  'GET /api/orders/:id/holds': {
    permission: 'order.view',
    summary: 'Holds on an order, its marks and its pieces; open ones first.',
    params: idParam,
    query: listQuery(['heldAt']),
    reply: listOf(holdRow),
    errors: ['not_found'],
  },
  'PUT /api/orders/:id/routes': {
    permission: 'order.edit',
    summary: 'Chooses the route of marks that nobody has started; without marks: of all that have none.',
    params: idParam,
    body: z.strictObject({ routeId: id, markIds: z.array(id).max(2000) }),
    /** Number of marks that got the route. */
    reply: z.object({ marks: z.int() }),
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/orders/:id/production-lots': {
    permission: 'order.view',
    summary: 'Production lots of an order.',
    params: idParam,
    query: listQuery(['no']),
    reply: listOf(productionLotRow),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/production-lots': {
    permission: 'order.edit',
    summary: 'Adds a production lot.',
    params: idParam,
    body: z.strictObject(productionLotInput),
    status: 201,
    reply: productionLotRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/production-lots/:id': {
    permission: 'order.edit',
    summary: 'Changes a production lot.',
    params: idParam,
    body: z.strictObject({ version, ...productionLotInput }),
    reply: productionLotRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/production-lots/:id': {
    permission: 'order.edit',
    summary: 'Deletes a production lot; its pieces stay in the order.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/production-lots/:id/pieces': {
    permission: 'order.edit',
    summary: 'Puts pieces, or all pieces of marks, into a lot; taken out of the lot they were in.',
    params: idParam,
    body: z.strictObject({
      pieceIds: z.array(id).max(5000),
      markIds: z.array(id).max(2000),
      remove: z.boolean(),
    }),
    reply: productionLotRow,
    errors: ['not_found', 'state.refused'],
  },
})
