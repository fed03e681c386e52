import { finishedStates } from '@cloud-factory/domain/shipping/finished-states'
import { z } from 'zod'
import {
  endpoints,
  id,
  listOf,
  listQuery,
  queryWords,
  sortOf,
  day,
  idParam,
  instant,
  allowed,
  queryVersion,
  version,
} from '../endpoint.ts'
import { packedPiece, shippingReasons } from './packages.ts'
import { sheetInput, xlsxType } from '../sheet-input.ts'
import { kg, code, text } from '../enums.ts'

const sortableFinished = ['order', 'serial', 'netKg'] as const
const filter = {
  state: queryWords(finishedStates).optional(),
  /** Includes closed orders when set; without it only open orders are listed. */
  orderId: id.optional(),
  projectId: id.optional(),
}

const finishedPiece = packedPiece.omit({ widthMm: true, heightMm: true }).extend({
  order: z.object({ id, no: z.string() }),
  project: z.object({ id, name: z.string() }),
  state: z.enum(finishedStates),
  /** Why it cannot be packed or, if packed, cannot be sent. */
  reason: z.enum(shippingReasons).nullable(),
  package: z.object({ id, no: z.string() }).nullable(),
  delivery: z.object({ id, no: z.string() }).nullable(),
})
export type FinishedPiece = z.output<typeof finishedPiece>

const finishedExportColumns = [
  'serial',
  'mark',
  'name',
  'profile',
  'lengthMm',
  'netKg',
  'order',
  'project',
  'state',
  'reason',
  'package',
  'delivery',
] as const
export type FinishedExportColumn = (typeof finishedExportColumns)[number]

const sum = z.object({ pieces: z.int(), kg })

export const finishedPiecesApi = endpoints({
  'GET /api/finished-pieces': {
    permission: 'order.view',
    summary: 'Finished goods: pieces whose work is done, ready or not and why, packed, shipped.',
    query: listQuery(sortableFinished).extend(filter),
    reply: listOf(finishedPiece).extend({
      /** Over all matches. */
      sums: sum,
      /** By state, over all matches regardless of the state filter. */
      byState: z.record(z.enum(finishedStates), sum),
    }),
  },
  'POST /api/exports/finished-pieces': {
    permission: 'order.view',
    summary: 'Finished goods as an .xlsx file: all pieces that match.',
    body: sheetInput(finishedExportColumns).extend({
      filter: z.strictObject({ q: z.string().trim().max(100).optional(), ...filter }).optional(),
      sort: sortOf(sortableFinished).optional(),
    }),
    reply: 'file',
    produces: [xlsxType],
    errors: ['state.refused'],
  },
})

/** draft: being loaded; loaded: the truck is full and can be weighed; sent: it left; received: signed for on site. */
const deliveryStatuses = ['draft', 'loaded', 'sent', 'received'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
const exceptionKinds = ['missing', 'damaged'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]
/** Maximum length of a signature drawn on a phone, as base64 text. */
const maxSignatureText = 400_000

const reason = text(300).min(1)

const deliveryInput = {
  truckPlate: text(20),
  driver: text(40).nullable(),
  driverPhone: text(30).nullable(),
  consignee: text(120),
  address: text(300),
  plannedOn: day.nullable(),
  /**
   * A difference between weighbridge and packages that exceeds both limits, the share and the kilograms, must be
   * explained.
   */
  alarmPercent: z.number().gt(0).max(100),
  alarmKg: z.number().gt(0).max(100_000),
  note: text(500).nullable(),
}

const deliveryRow = z.object({
  id,
  no: z.string(),
  project: z.object({ id, code: z.string(), name: z.string() }),
  customer: z.string(),
  status: z.enum(deliveryStatuses),
  ...deliveryInput,
  packages: z.int(),
  pieces: z.int(),
  netKg: kg,
  /** Net weight and packing of its packages; a weighed package counts with its weighed weight. */
  grossKg: kg,
  tareKg: kg.nullable(),
  weighbridgeKg: kg.nullable(),
  /** Loaded truck minus empty truck; null when not weighed. */
  weighedKg: kg.nullable(),
  /** Weighed minus computed; null when not weighed. */
  differenceKg: z.number().nullable(),
  /** Above the alarm limits: sending requires a reason. */
  differs: z.boolean(),
  differenceReason: z.string().nullable(),
  sentAt: instant.nullable(),
  sentBy: z.string().nullable(),
  receivedAt: instant.nullable(),
  /** Who signed on site. */
  receivedBy: z.string().nullable(),
  receiptNote: z.string().nullable(),
  hasSignature: z.boolean(),
  /** As recorded at the receipt. */
  missing: z.int(),
  /** Missing pieces that were found later. */
  found: z.int(),
  damaged: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    loadPackages: allowed,
    weigh: allowed,
    load: allowed,
    unload: allowed,
    send: allowed,
    recall: allowed,
    receive: allowed,
    find: allowed,
    delete: allowed,
  }),
})
export type DeliveryRow = z.output<typeof deliveryRow>

const deliveryPiece = packedPiece.extend({
  packageId: id,
  packageNo: z.string(),
  exception: z
    .object({
      kind: z.enum(exceptionKinds),
      note: z.string(),
      /** When and where a missing piece was found; null while it is missing. */
      found: z.object({ at: instant, by: z.string(), note: z.string() }).nullable(),
    })
    .nullable(),
})
export type DeliveryPiece = z.output<typeof deliveryPiece>

const view = { permission: 'order.view', params: idParam } as const
const act = { permission: 'order.ship', params: idParam } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const

export const deliveriesApi = endpoints({
  'GET /api/deliveries': {
    permission: 'order.view',
    summary: 'Deliveries with their trucks and weights.',
    query: listQuery(['no', 'status', 'plannedOn', 'sentAt', 'updatedAt']).extend({
      status: queryWords(deliveryStatuses).optional(),
      projectId: id.optional(),
      orderId: id.optional(),
    }),
    reply: listOf(deliveryRow),
  },
  'GET /api/deliveries/:id': { ...view, summary: 'One delivery.', reply: deliveryRow, errors: ['not_found'] },
  'GET /api/deliveries/:id/pieces': {
    ...view,
    summary: 'Pieces on a delivery by package, with what was missing or damaged on site.',
    query: listQuery(['serial']).extend({ exceptions: z.enum(['true']).optional() }),
    reply: listOf(deliveryPiece),
    errors: ['not_found'],
  },
  'GET /api/deliveries/:id/signature': {
    ...view,
    summary: 'The signature drawn on site.',
    reply: z.object({ /** PNG in base64. */ png: z.string() }),
    errors: ['not_found'],
  },
  'POST /api/deliveries': {
    permission: 'order.ship',
    summary: 'Creates a delivery of a project.',
    body: z.strictObject({
      projectId: id,
      /** null: the day's next number is used. */
      no: code.nullable(),
      ...deliveryInput,
      packageIds: z.array(id).max(200),
    }),
    status: 201,
    reply: deliveryRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/deliveries/:id': {
    ...act,
    summary: 'Changes a delivery that has not left.',
    body: z.strictObject({ version, no: code, ...deliveryInput }),
    reply: deliveryRow,
    errors: [...errors, 'duplicate'],
  },
  'DELETE /api/deliveries/:id': {
    ...act,
    summary: 'Deletes a draft; its packages are free again.',
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: errors,
  },
  'POST /api/deliveries/:id/packages': {
    ...act,
    summary: 'Puts closed packages on a draft or takes them down.',
    body: z.strictObject({ version, packageIds: z.array(id).min(1).max(200), remove: z.boolean() }),
    reply: deliveryRow,
    errors: errors,
  },
  'POST /api/deliveries/:id/load': {
    ...act,
    summary: 'The truck is loaded: nothing more is put on.',
    body: z.strictObject({ version }),
    reply: deliveryRow,
    errors: errors,
  },
  'POST /api/deliveries/:id/unload': {
    ...act,
    summary: 'Takes a loaded truck back to a draft.',
    body: z.strictObject({ version, reason }),
    reply: deliveryRow,
    errors: errors,
  },
  'PUT /api/deliveries/:id/weight': {
    ...act,
    summary: 'What the weighbridge says of the empty and the full truck; null: not weighed.',
    body: z.strictObject({ version, tareKg: kg.nullable(), weighbridgeKg: kg.nullable() }),
    reply: deliveryRow,
    errors: errors,
  },
  'POST /api/deliveries/:id/send': {
    ...act,
    summary: 'The truck leaves: its pieces are shipped. A weight beyond the alarm asks for a reason.',
    body: z.strictObject({ version, differenceReason: reason.nullable() }),
    reply: deliveryRow,
    errors: errors,
  },
  'POST /api/deliveries/:id/recall': {
    ...act,
    summary: 'Takes back that the truck left, until it is received.',
    body: z.strictObject({ version, reason }),
    reply: deliveryRow,
    errors: errors,
  },
  'POST /api/deliveries/:id/receive': {
    ...act,
    summary: 'Receipt on site with a signature; the same receipt sent again is kept once.',
    body: z.strictObject({
      /** Generated by the device: a receipt that is sent again after a lost reply returns the delivery unchanged. */
      receiptKey: z.uuid(),
      receivedBy: text(60).min(1),
      receiptNote: text(500).nullable(),
      /** PNG in base64. */
      signature: z.string().min(1).max(maxSignatureText),
      exceptions: z
        .array(z.strictObject({ pieceId: id, kind: z.enum(exceptionKinds), note: text(300) }))
        .max(2000),
    }),
    reply: deliveryRow,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/deliveries/:id/found': {
    ...act,
    summary: 'A piece that was missing at the receipt has turned up on site: it is received now.',
    body: z.strictObject({ pieceId: id, note: text(300) }),
    reply: deliveryRow,
    errors: ['not_found', 'state.refused'],
  },
})
