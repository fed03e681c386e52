import { materialForms } from '@cloud-factory/domain/material/material-enums'
import { lateReasons, purchaseStatuses } from '@cloud-factory/domain/purchasing/purchase-enums'
import { z } from 'zod'
import { boltLotInput, priceEach } from '../bolts/bolts.ts'
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
import { code, text } from '../enums.ts'
import { positive } from '../material/steel-grades.ts'

const barLength = z.number().min(100).max(100_000).multipleOf(0.1)
const kilograms = z.number().min(0.001).max(999_999_999).multipleOf(0.001)
/** Currency units per tonne. */
const price = z.number().min(0).max(10_000_000).multipleOf(0.01)

const named = z.object({ id, no: z.string() })

const purchaseLine = z.object({
  id,
  position: z.int(),
  purchase: named.extend({ status: z.enum(purchaseStatuses), supplier: z.string() }),
  /** A bought part is received into a lot of its own; its profile is its designation. */
  form: z.enum([...materialForms, 'bought']),
  itemId: id.nullable(),
  profile: z.string(),
  grade: z.string(),
  lengthMm: z.number().nullable(),
  pieces: z.int(),
  /** By theory; null: the profile says no weight. */
  kg: z.number().nullable(),
  pricePerTonne: z.number().nullable(),
  /** Of a bought part. */
  priceEach: z.number().nullable(),
  expectedOn: day.nullable(),
  /** The order that it is for. */
  order: named.extend({ dueOn: day.nullable() }).nullable(),
  nest: named.nullable(),
  received: z.int(),
  maxPieces: z.int(),
  /** By scale. */
  receivedKg: z.number(),
  /** Share by which the scale says more than theory for the received pieces; null: nothing received, or no theory. */
  deviation: z.number().nullable(),
  late: z.enum(lateReasons).nullable(),
})
export type PurchaseLine = z.output<typeof purchaseLine>

const purchaseRow = z.object({
  id,
  no: z.string(),
  status: z.enum(purchaseStatuses),
  /** null: not chosen yet. */
  supplier: z.object({ id, name: z.string() }).nullable(),
  lines: z.int(),
  kg: z.number(),
  receivedKg: z.number(),
  /** Of the lines that have a price; currency units. */
  amount: z.number(),
  /** Earliest day of a line that is not received. */
  expectedOn: day.nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    approve: allowed,
    order: allowed,
    receive: allowed,
    close: allowed,
    cancel: allowed,
  }),
})
export type PurchaseRow = z.output<typeof purchaseRow>

const purchaseReceipt = z.object({
  id,
  line: z.int(),
  /** null: bought parts. */
  receipt: named.nullable(),
  /** Of bought parts: their lot. */
  heat: z.string(),
  pieces: z.int(),
  kg: z.number().nullable(),
  receivedAt: instant,
  receivedBy: z.string(),
})
export type PurchaseReceipt = z.output<typeof purchaseReceipt>

const purchaseDetail = purchaseRow.extend({
  overPercent: z.int(),
  note: z.string(),
  approvedBy: z.string().nullable(),
  orderedAt: instant.nullable(),
  items: z.array(purchaseLine),
  receipts: z.array(purchaseReceipt),
})
export type PurchaseDetail = z.output<typeof purchaseDetail>

const lineInput = z.strictObject({
  /** null: a new line. */
  id: id.nullable(),
  /** Of a bought part. */
  itemId: id.nullable().optional(),
  profile: text(200).min(1),
  grade: text(40),
  lengthMm: barLength.nullable(),
  pieces: z.int().min(1).max(1_000_000),
  pricePerTonne: price.nullable(),
  priceEach: priceEach.nullable().optional(),
  expectedOn: day.nullable(),
  orderId: id.nullable(),
})
export type PurchaseLineInput = z.output<typeof lineInput>

const input = {
  supplierId: id.nullable(),
  overPercent: z.int().min(0).max(50),
  note: text(500),
  lines: z.array(lineInput).min(1).max(200),
}

const step = {
  params: idParam,
  body: z.strictObject({ version }),
  reply: purchaseDetail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

const valueRow = z.object({
  id: z.string(),
  profile: z.string(),
  grade: z.string(),
  bars: z.int(),
  metres: z.number(),
  /** By scale, as received. */
  kg: z.number(),
  /** By theory; null: the profile says no weight. */
  theoryKg: z.number().nullable(),
  /** Moving average; null: never received with a price. */
  pricePerTonne: z.number().nullable(),
  value: z.number().nullable(),
})
export type StockValueRow = z.output<typeof valueRow>

export const purchasesApi = endpoints({
  'GET /api/purchases': {
    permission: 'purchase.view',
    summary: 'Purchase orders, the newest first; drafts are requisitions.',
    query: listQuery(['id']).extend({
      status: queryWords(purchaseStatuses).optional(),
      supplierId: id.optional(),
    }),
    reply: listOf(purchaseRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/purchases/:id': {
    permission: 'purchase.view',
    summary: 'A purchase order with its lines and receipts.',
    params: idParam,
    reply: purchaseDetail,
    errors: ['not_found'],
  },
  'GET /api/purchase-lines': {
    permission: 'purchase.view',
    summary:
      'Lines that are not fully received, by their day; late ones are past it or later than their order is due.',
    query: listQuery(['expectedOn']).extend({ late: z.enum(['true']).optional() }),
    reply: listOf(purchaseLine),
  },
  'GET /api/stock-value': {
    permission: 'purchase.view',
    summary:
      'Steel in bars by profile and grade: weight by scale and by theory, moving average price, value.',
    query: listQuery(['profile']),
    reply: listOf(valueRow),
  },
  'POST /api/purchases': {
    permission: 'purchase.edit',
    summary: 'Creates a requisition.',
    status: 201,
    body: z.strictObject(input),
    reply: purchaseDetail,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/purchases/:id': {
    permission: 'purchase.edit',
    summary: 'Changes a requisition with its lines.',
    params: idParam,
    body: z.strictObject({ version, ...input }),
    reply: purchaseDetail,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/purchase-requests': {
    permission: 'purchase.edit',
    summary: 'Requests bars for what is missing of a profile and grade: neither in stock nor on order.',
    status: 201,
    body: z.strictObject({
      profile: text(100).min(1),
      grade: text(40),
      lengthMm: barLength,
      /** What trim and cuts take, added to the missing length. */
      wastePercent: z.number().min(0).max(50),
    }),
    reply: purchaseDetail,
    errors: ['state.refused'],
  },
  'POST /api/nests/:id/request-bars': {
    permission: 'purchase.edit',
    summary: 'Requests the bars that a planned nest has to buy, once.',
    params: idParam,
    reply: purchaseDetail,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/bolt-requests': {
    permission: 'purchase.edit',
    summary: 'Requests bought parts that are short: neither in stock nor on order.',
    status: 201,
    body: z.strictObject({ itemIds: z.array(id).min(1).max(200) }),
    reply: purchaseDetail,
    errors: ['state.refused'],
  },
  'POST /api/purchases/:id/approve': {
    ...step,
    permission: 'purchase.approve',
    summary: 'Approves a requisition: it can be ordered.',
  },
  'POST /api/purchases/:id/order': {
    ...step,
    permission: 'purchase.edit',
    summary: 'Marks an approved purchase order as sent to its supplier.',
  },
  'POST /api/purchases/:id/close': {
    ...step,
    permission: 'purchase.edit',
    summary: 'Ends a partly received purchase order: the rest is not expected any more.',
  },
  'POST /api/purchases/:id/cancel': {
    ...step,
    permission: 'purchase.edit',
    summary: 'Cancels a purchase order of which nothing was received.',
  },
  'POST /api/purchases/:id/receive': {
    permissionOr: ['purchase.edit', 'quality.inspect'],
    permissionAnd: ['purchase.view'],
    summary: 'Receives a delivery: each of its heats is a lot of one receipt, in quarantine, with its bars.',
    params: idParam,
    body: z.strictObject({
      deliveryNote: text(60).min(1),
      receivedOn: day,
      lots: z
        .array(
          z.strictObject({
            lineId: id,
            pieces: z.int().min(1).max(100_000),
            /** By scale. */
            kg: kilograms,
            heatNo: code,
            mill: text(80),
            thicknessMm: positive.nullable(),
            /** null: as ordered. */
            lengthMm: barLength.nullable(),
            location: text(60),
          }),
        )
        .min(1)
        .max(50),
      /** Why the weight differs so much from theory. */
      reason: text(300).min(1).optional(),
    }),
    reply: purchaseDetail,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'POST /api/purchases/:id/receive-bolts': {
    permissionOr: ['purchase.edit', 'quality.inspect'],
    permissionAnd: ['purchase.view'],
    summary: 'Receives bought parts of a purchase order into lots in stock.',
    params: idParam,
    body: z.strictObject({
      deliveryNote: text(60).min(1),
      receivedOn: day,
      lots: z
        .array(z.strictObject({ lineId: id, quantity: z.int().min(1).max(1_000_000), ...boltLotInput }))
        .min(1)
        .max(50),
    }),
    reply: purchaseDetail,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
})
