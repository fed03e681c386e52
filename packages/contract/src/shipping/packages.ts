import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryInt,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { pieceRow } from '../orders/order-marks.ts'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { kg, text } from '../enums.ts'

export const packageStatuses = ['open', 'closed', 'shipped', 'received'] as const
export type PackageStatus = (typeof packageStatuses)[number]

/** Why an action on a package or a delivery is not allowed: `reason.<word>` in the translations. */
export const shippingReasons = [
  'package.not_open',
  'package.not_closed',
  'package.empty',
  'package.piece_kept',
  'package.weight_unlikely',
  'package.on_delivery',
  'package.other_project',
  'package.over_weight',
  'package.over_length',
  'package.over_section',
  'package.over_volume',
  'pack.unknown_piece',
  'pack.other_order',
  'pack.other_package',
  'pack.piece_held',
  'pack.piece_ncr',
  'pack.piece_gone',
  'pack.not_ready',
  'pack.weld_open',
  'pack.ndt_due',
  'pack.ndt_failed',
  'pack.coat_open',
  'pack.coat_failed',
  'pack.fire_open',
  'pack.inspection_failed',
  'pack.inspection_again',
  'pack.material_unreleased',
  'pack.sub_assembly_missing',
  'pack.sub_assembly_open',
  'pack.trial_open',
  'pack.built_in',
  'pack.order_state',
  'delivery.not_draft',
  'delivery.not_loaded',
  'delivery.left',
  'delivery.not_sent',
  'delivery.empty',
  'delivery.no_truck',
  'delivery.weight_differs',
  'delivery.received',
  'delivery.not_received',
  'delivery.nothing_missing',
  'delivery.piece_not_missing',
  'delivery.piece_received',
  'signature.not_png',
] as const
export type ShippingReason = (typeof shippingReasons)[number]

export const maxPiecesAtOnce = 500

const reason = text(300).min(1)
const mm = z.number().gt(0).max(100_000)
const no = text(60).min(1)

/** Maximum weight and size of a package; null: no limit. */
const limits = {
  maxKg: z.number().gt(0).max(1_000_000).nullable(),
  maxLengthMm: mm.nullable(),
  maxWidthMm: mm.nullable(),
  maxHeightMm: mm.nullable(),
}
export const packageLimits = z.strictObject(limits)
export type PackageLimits = z.output<typeof packageLimits>

const packageInput = {
  ...limits,
  /** Weight of timber, strapping and boxes. */
  packingKg: kg,
  note: text(300).nullable(),
}

export const packageRow = z.object({
  id,
  no: z.string(),
  order: z.object({ id, no: z.string() }),
  project: z.object({ id, code: z.string(), name: z.string() }),
  delivery: z.object({ id, no: z.string() }).nullable(),
  status: z.enum(packageStatuses),
  ...limits,
  packingKg: kg,
  note: z.string().nullable(),
  pieces: z.int(),
  /** Pieces of bolts. */
  bolts: z.int(),
  /** Pieces with unknown weight; they count as 0 kg. */
  unweighed: z.int(),
  netKg: kg,
  /** Net weight and packing. */
  grossKg: kg,
  /** Weighed in total; null when not weighed. */
  weighedKg: kg.nullable(),
  closedAt: instant.nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    pack: allowed,
    close: allowed,
    reopen: allowed,
    delete: allowed,
    load: allowed,
  }),
})
export type PackageRow = z.output<typeof packageRow>

export const packedPiece = pieceRow.pick({ id: true, serial: true, mark: true, qr: true }).extend({
  name: z.string(),
  profile: z.string(),
  status: z.enum(pieceStatuses),
  netKg: kg.nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
})
export type PackedPiece = z.output<typeof packedPiece>

/** Result of packing or unpacking one piece. `already`: it was packed, or not packed, before. */
export const packOutcome = z.object({
  pieceId: id.nullable(),
  /** As sent: a piece id, a serial number or the text of a QR code. */
  piece: z.string(),
  serial: z.string().nullable(),
  outcome: z.enum(['added', 'removed', 'already', 'refused']),
  reason: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type PackOutcome = z.output<typeof packOutcome>

const view = { permission: 'order.view', params: idParam } as const
const act = { permission: 'order.ship', params: idParam } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const

export const packagesApi = endpoints({
  'GET /api/packages': {
    permission: 'order.view',
    summary: 'Packages with their weights.',
    query: listQuery(['no', 'status', 'netKg', 'updatedAt']).extend({
      status: queryWords(packageStatuses).optional(),
      orderId: id.optional(),
      projectId: id.optional(),
      deliveryId: id.optional(),
      /** Only packages on no delivery. */
      loose: z.enum(['true']).optional(),
    }),
    reply: listOf(packageRow),
  },
  'GET /api/packages/:id': { ...view, summary: 'One package.', reply: packageRow, errors: ['not_found'] },
  'GET /api/packages/:id/pieces': {
    ...view,
    summary: 'Pieces in a package.',
    query: listQuery(['serial']),
    reply: listOf(packedPiece),
    errors: ['not_found'],
  },
  'GET /api/orders/:id/packing': {
    ...view,
    summary: 'Where packing and shipping of an order stand, and what a new package of it starts with.',
    reply: z.object({
      /** In work, on hold, or with an open report. Every piece of the order is in one of the six groups. */
      waiting: z.object({ pieces: z.int(), kg }),
      ready: z.object({ pieces: z.int(), kg }),
      /** In a package that is still open. */
      packing: z.object({ pieces: z.int(), kg }),
      packed: z.object({ pieces: z.int(), kg }),
      shipped: z.object({ pieces: z.int(), kg }),
      received: z.object({ pieces: z.int(), kg }),
      total: z.object({ pieces: z.int(), kg }),
      /** Limits of the order's last package, otherwise of the plant's last one, otherwise the built-in ones. */
      limits: packageLimits,
      packingKg: kg,
      can: z.object({ pack: allowed }),
    }),
    errors: ['not_found'],
  },
  'GET /api/orders/:id/packable': {
    ...view,
    summary: 'Pieces of an order that may be packed now: their work is done, nothing holds them.',
    query: listQuery(['serial']),
    reply: listOf(packedPiece),
    errors: ['not_found'],
  },
  'GET /api/orders/:id/packing-plan': {
    ...view,
    summary:
      'How all packable pieces of an order would fit into packages of these limits; nothing is written.',
    query: z.strictObject({
      maxKg: queryInt(1, 1_000_000).optional(),
      maxLengthMm: queryInt(1, 100_000).optional(),
      maxWidthMm: queryInt(1, 100_000).optional(),
      maxHeightMm: queryInt(1, 100_000).optional(),
    }),
    reply: z.object({
      packages: z.array(
        z.object({ pieceIds: z.array(id), serials: z.array(z.string()), netKg: kg, lengthMm: z.number() }),
      ),
      /** Pieces that fit into no package with these limits, and why. */
      misfits: z.array(z.object({ pieceId: id, serial: z.string(), reason: z.string() })),
      /** More pieces are ready than one plan covers. */
      more: z.boolean(),
    }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/packages': {
    ...act,
    summary: 'Opens packages of an order, each with its first pieces.',
    body: z.strictObject({
      /** Number of a single package; null: the next number of the order. */
      no: no.nullable(),
      ...packageInput,
      /** One package per list of piece ids; an empty list creates an empty package. */
      contents: z.array(z.array(id).max(maxPiecesAtOnce)).min(1).max(100),
    }),
    status: 201,
    reply: z.object({ items: z.array(packageRow) }),
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'PATCH /api/packages/:id': {
    ...act,
    summary: 'Changes a package that is not shipped; its limits only while it is open.',
    body: z.strictObject({ version, no, ...packageInput, weighedKg: kg.nullable() }),
    reply: packageRow,
    errors: [...errors, 'duplicate'],
  },
  'DELETE /api/packages/:id': {
    ...act,
    summary: 'Deletes an open package; its pieces are free again.',
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: errors,
  },
  'POST /api/packages/:id/pieces': {
    ...act,
    summary: 'Puts pieces into an open package or takes them out; each piece is judged by itself.',
    body: z.strictObject({
      /** Piece ids, serial numbers of the package's order, or texts of QR codes. */
      pieces: z.array(text(300).min(1)).min(1).max(maxPiecesAtOnce),
      remove: z.boolean(),
    }),
    reply: z.object({ package: packageRow, items: z.array(packOutcome) }),
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/packages/:id/close': {
    ...act,
    summary:
      'Closes a package: its pieces are packed. A weighed figure far from that of its pieces needs a reason.',
    body: z.strictObject({ version, weighedKg: kg.nullable(), reason: reason.optional() }),
    reply: packageRow,
    errors: errors,
  },
  'POST /api/packages/:id/reopen': {
    ...act,
    summary: 'Opens a closed package that stands on no delivery: its pieces are not packed any more.',
    body: z.strictObject({ version, reason }),
    reply: packageRow,
    errors: errors,
  },
})
