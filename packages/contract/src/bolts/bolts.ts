import { boltTestKinds, boltTestReasons } from '@cloud-factory/domain/bolts/bolt-tests'
import { boltPlaces, boughtKinds } from '@cloud-factory/domain/bolts/bought-items'
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
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { text } from '../enums.ts'

const pieces = z.int().min(1).max(1_000_000)
const named = z.object({ id, no: z.string() })
/** Currency units for one. */
export const priceEach = z.number().min(0).max(1_000_000).multipleOf(0.0001)

const itemInput = {
  kind: z.enum(boughtKinds),
  /** Of another bought part; of bolts empty. */
  name: text(80),
  standard: text(40),
  size: text(20),
  lengthMm: z.number().min(1).max(10_000).multipleOf(0.1).nullable(),
  grade: text(20),
  finish: text(20),
}

const item = z.object({
  itemId: id,
  kind: z.enum(boughtKinds),
  designation: z.string(),
})

const lineInput = {
  ...itemInput,
  mark: text(80),
  connection: text(80),
  place: z.enum(boltPlaces),
  quantity: pieces,
  extraPercent: z.number().min(0).max(100).multipleOf(0.1),
  note: text(200),
}

const orderBolt = item.extend({
  id,
  name: z.string(),
  standard: z.string(),
  size: z.string(),
  lengthMm: z.number().nullable(),
  grade: z.string(),
  finish: z.string(),
  mark: z.string(),
  connection: z.string(),
  place: z.enum(boltPlaces),
  quantity: z.int(),
  extraPercent: z.number(),
  /** With what is added for loss. */
  required: z.int(),
  note: z.string(),
  isImported: z.boolean(),
  version,
})
export type OrderBolt = z.output<typeof orderBolt>

const boltNeed = item.extend({
  /** Item id. */
  id,
  /** Of orders that are not shipped or closed. */
  required: z.int(),
  issued: z.int(),
  /** Required and not issued. */
  open: z.int(),
  stock: z.int(),
  onOrder: z.int(),
  /** Neither in stock nor on order. */
  short: z.int(),
  /** Moving average for one; only for those who may see prices. */
  price: z.number().nullable(),
  orders: z.int(),
  firstDue: day.nullable(),
})
export type BoltNeed = z.output<typeof boltNeed>

const boltLot = item.extend({
  id,
  lotNo: z.string(),
  certificateNo: z.string(),
  supplier: z.string(),
  deliveryNote: z.string(),
  location: z.string(),
  boxes: z.int().nullable(),
  received: z.int(),
  free: z.int(),
  receivedOn: day,
  size: z.string(),
  /** The test that it needs; null: none. */
  needsTest: z.enum(boltTestKinds).nullable(),
  /** Of its latest test; null: not tested. */
  isPassed: z.boolean().nullable(),
  version,
  can: z.object({ issue: allowed, test: allowed }),
})
export type BoltLot = z.output<typeof boltLot>

const boltIssue = item.extend({
  id,
  lot: named,
  order: named,
  /** null: used in the shop. */
  package: named.nullable(),
  quantity: z.int(),
  issuedAt: instant,
  issuedBy: z.string(),
  can: z.object({ undo: allowed }),
})
export type BoltIssue = z.output<typeof boltIssue>

const boltTest = z.object({
  id,
  kind: z.enum(boltTestKinds),
  lot: named.extend({ designation: z.string() }).nullable(),
  order: named.nullable(),
  reportNo: z.string(),
  testedOn: day,
  surface: z.string(),
  designValue: z.number().nullable(),
  readings: z.array(z.number()),
  mean: z.number(),
  deviation: z.number(),
  /** null: passed. */
  reason: z.enum(boltTestReasons).nullable(),
  testedBy: z.string(),
})
export type BoltTest = z.output<typeof boltTest>

const readings = (count: number) => z.array(z.number().min(0).max(1000)).length(count)
const testInput = { reportNo: text(60).min(1), testedOn: day }

/** A lot of a delivery, with or without a purchase order. */
export const boltLotInput = {
  lotNo: text(60).min(1),
  certificateNo: text(60),
  location: text(60),
  boxes: z.int().min(1).max(10_000).nullable(),
}

export const boltsApi = endpoints({
  'GET /api/orders/:id/bolts': {
    permission: 'order.view',
    summary: 'Bolts and bought parts of an order by place, connection and assembly.',
    params: idParam,
    query: listQuery(['place']).extend({ place: queryWords(boltPlaces).optional() }),
    reply: listOf(orderBolt).extend({ can: z.object({ edit: allowed, issue: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/bolts': {
    permission: 'order.edit',
    summary: 'Adds bolts and bought parts to the list of an order.',
    status: 201,
    params: idParam,
    body: z.strictObject({ items: z.array(z.strictObject(lineInput)).min(1).max(500) }),
    reply: z.object({ added: z.int() }),
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/order-bolts/:id': {
    permission: 'order.edit',
    summary: 'Changes a line of the bolt list of an order.',
    params: idParam,
    body: z.strictObject({ version, ...lineInput }),
    reply: orderBolt,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/order-bolts/:id': {
    permission: 'order.edit',
    summary: 'Deletes a line of the bolt list of an order.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'GET /api/bolt-needs': {
    permission: 'order.view',
    summary: 'What open orders need of each bought part, or one order: issued, in stock, on order, short.',
    query: listQuery(['designation']).extend({ orderId: id.optional(), short: z.enum(['true']).optional() }),
    reply: listOf(boltNeed).extend({ can: z.object({ request: allowed }) }),
  },
  'GET /api/bolt-lots': {
    permission: 'order.view',
    summary: 'Lots of bought parts, the newest first; free ones have stock left.',
    query: listQuery(['id']).extend({ itemId: id.optional(), free: z.enum(['true']).optional() }),
    reply: listOf(boltLot).extend({ can: z.object({ receive: allowed }) }),
  },
  'POST /api/bolt-lots': {
    permissionOr: ['quality.inspect', 'purchase.edit'],
    summary: 'Receives a lot of a bought part without a purchase order.',
    status: 201,
    body: z.strictObject({
      ...itemInput,
      ...boltLotInput,
      quantity: pieces,
      supplier: text(80),
      deliveryNote: text(60),
      receivedOn: day,
    }),
    reply: boltLot,
    errors: ['duplicate', 'state.refused'],
  },
  'GET /api/bolt-issues': {
    permission: 'order.view',
    summary: 'Bought parts given to an order, packed in a package, or on a delivery, the newest first.',
    query: listQuery(['id']).extend({
      orderId: id.optional(),
      packageId: id.optional(),
      deliveryId: id.optional(),
    }),
    reply: listOf(boltIssue),
  },
  'POST /api/bolt-issues': {
    permissionOr: ['order.ship', 'order.report'],
    summary: 'Gives pieces of a lot to an order: into one of its open packages, or to the shop.',
    status: 201,
    body: z.strictObject({ lotId: id, orderId: id, packageId: id.nullable(), quantity: pieces }),
    reply: boltIssue,
    errors: ['not_found', 'state.refused'],
  },
  'DELETE /api/bolt-issues/:id': {
    permissionOr: ['order.ship', 'order.report'],
    summary: 'Takes issued pieces back into their lot, unless their package is closed.',
    params: idParam,
    reply: null,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/bolt-tests': {
    permission: 'quality.view',
    summary: 'Tests of lots of high-strength sets, and slip factors of orders, the newest first.',
    query: listQuery(['id']).extend({ lotId: id.optional(), orderId: id.optional() }),
    reply: listOf(boltTest).extend({ can: z.object({ add: allowed }) }),
  },
  'POST /api/bolt-tests': {
    permission: 'quality.inspect',
    summary:
      'Records the test of a lot with its eight readings, or of the slip factor of an order with three; the rule decides.',
    status: 201,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['torque', 'preload']), lotId: id, ...testInput, readings: readings(8) }),
      z.strictObject({
        kind: z.literal('slip'),
        orderId: id,
        ...testInput,
        surface: text(80).min(1),
        designValue: z.number().min(0.1).max(1).multipleOf(0.01),
        readings: readings(3),
      }),
    ]),
    reply: boltTest,
    errors: ['not_found', 'state.refused'],
  },
})
