import {
  outsideStatuses,
  priceBases,
  receiptResults,
  subcontractStatuses,
} from '@cloud-factory/domain/subcontracting/subcontract-enums'
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
  queryWords,
  version,
} from '../endpoint.ts'
import { kg, text } from '../enums.ts'

/** Currency units for a kilogram, a piece or the whole line. */
const price = z.number().min(0).max(100_000_000).multipleOf(0.0001)
const kilograms = z.number().min(0).max(999_999_999).multipleOf(0.001)

/** Pieces of a subcontract by where they are. */
const counts = z.object({
  planned: z.int(),
  out: z.int(),
  back: z.int(),
  accepted: z.int(),
  rejected: z.int(),
})

const subcontractRow = z.object({
  id,
  no: z.string(),
  status: z.enum(subcontractStatuses),
  supplier: z.object({ id, name: z.string() }),
  order: z.object({ id, no: z.string(), name: z.string() }),
  basis: z.enum(priceBases),
  promisedOn: day,
  /** Open after the promised day. */
  late: z.boolean(),
  pieces: counts,
  /** Of the pieces that went out, by theory. */
  kgOut: kg,
  /** Of the pieces that came back, by scale where it was read. */
  kgIn: kg,
  /** Of all lines with a price, without rejected pieces; currency units. */
  amount: z.number(),
  /** Of accepted pieces. */
  acceptedAmount: z.number(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    add: allowed,
    send: allowed,
    receive: allowed,
    undo: allowed,
    close: allowed,
    reopen: allowed,
    cancel: allowed,
  }),
})
export type SubcontractRow = z.output<typeof subcontractRow>

const subcontractLine = z.object({
  id,
  position: z.int(),
  /** First and last process; null: whole assemblies, all work that is left. */
  fromProcessId: id.nullable(),
  toProcessId: id.nullable(),
  price: z.number().nullable(),
  note: z.string(),
  pieces: counts,
  /** Of all its pieces that are not rejected. */
  kg,
  amount: z.number(),
  acceptedAmount: z.number(),
})
export type SubcontractLine = z.output<typeof subcontractLine>

/** What went out, or came back, on a day. */
const movement = z.object({
  id: z.string(),
  kind: z.enum(['sent', 'received']),
  on: day,
  by: z.string(),
  pieces: z.int(),
  kg,
  accepted: z.int(),
  rejected: z.int(),
})
export type SubcontractMovement = z.output<typeof movement>

const subcontractDetail = subcontractRow.extend({
  note: z.string(),
  lines: z.array(subcontractLine),
  movements: z.array(movement),
})
export type SubcontractDetail = z.output<typeof subcontractDetail>

const subcontractPiece = z.object({
  id,
  lineId: id,
  pieceId: id,
  serial: z.string(),
  mark: z.string(),
  markName: z.string(),
  profile: z.string(),
  status: z.enum(outsideStatuses),
  /** By theory: when it went out, or as it is now. */
  kgOut: kg,
  sentOn: day.nullable(),
  sentBy: z.string().nullable(),
  /** By scale; null: not weighed. */
  kgIn: kg.nullable(),
  backOn: day.nullable(),
  receivedBy: z.string().nullable(),
  judgedBy: z.string().nullable(),
  /** Why it is rejected. */
  reason: z.string(),
})
export type SubcontractPiece = z.output<typeof subcontractPiece>

/** What became of one of the pieces of a command, in the order in which they were sent. */
export const pieceResult = z.object({
  /** As sent: an id, a serial or the text of a QR code. */
  piece: z.string(),
  serial: z.string().nullable(),
  outcome: z.enum(['done', 'already', 'refused']),
  reason: z.string().nullable(),
  /** Values for the sentence of the reason. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type PieceResult = z.output<typeof pieceResult>

const pieceResults = z.object({ items: z.array(pieceResult), subcontract: subcontractDetail })
export type PieceResults = z.output<typeof pieceResults>

const lineInput = z.strictObject({
  /** null: a new line. */
  id: id.nullable(),
  /** Both, or neither for whole assemblies. */
  fromProcessId: id.nullable(),
  toProcessId: id.nullable(),
  price: price.nullable(),
  note: text(200),
})
export type SubcontractLineInput = z.output<typeof lineInput>

const facts = {
  supplierId: id,
  basis: z.enum(priceBases),
  promisedOn: day,
  note: text(500),
  lines: z.array(lineInput).min(1).max(20),
}

export const maxPiecesOfMove = 500
/** Ids, serials or texts of QR codes. */
const pieces = z.array(text(300).min(1)).min(1).max(maxPiecesOfMove)

const step = {
  permission: 'purchase.edit',
  params: idParam,
  body: z.strictObject({ version }),
  reply: subcontractDetail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

const move = {
  params: idParam,
  reply: pieceResults,
  errors: ['not_found', 'state.refused'],
} as const

export const subcontractsApi = endpoints({
  'GET /api/subcontracts': {
    permission: 'purchase.view',
    summary: 'Work that suppliers do: open subcontracts first, by their promised day.',
    query: listQuery(['promisedOn', 'id']).extend({
      status: queryWords(subcontractStatuses).optional(),
      /** Only open ones after their day. */
      late: z.enum(['true']).optional(),
      supplierId: id.optional(),
      orderId: id.optional(),
    }),
    reply: listOf(subcontractRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/subcontracts/:id': {
    permission: 'purchase.view',
    summary: 'A subcontract with its lines and what went out and came back.',
    params: idParam,
    reply: subcontractDetail,
    errors: ['not_found'],
  },
  'GET /api/subcontracts/:id/pieces': {
    permission: 'purchase.view',
    summary: 'Pieces of a subcontract.',
    params: idParam,
    query: listQuery(['serial']).extend({
      status: queryWords(outsideStatuses).optional(),
      lineId: id.optional(),
      /** Those that went out on this day. */
      sentOn: day.optional(),
    }),
    reply: listOf(subcontractPiece),
    errors: ['not_found'],
  },
  'POST /api/subcontracts': {
    permission: 'purchase.edit',
    summary: 'Creates a subcontract of an order that is being made.',
    status: 201,
    body: z.strictObject({ orderId: id, ...facts }),
    reply: subcontractDetail,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/subcontracts/:id': {
    permission: 'purchase.edit',
    summary: 'Changes an open subcontract; a line with pieces outside retains its processes.',
    params: idParam,
    body: z.strictObject({ version, ...facts }),
    reply: subcontractDetail,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/subcontracts/:id/pieces': {
    ...move,
    permission: 'purchase.edit',
    summary: 'Adds pieces that are ready for the processes of a line; each is judged by itself.',
    body: z.strictObject({ lineId: id, pieces }),
  },
  'POST /api/subcontracts/:id/remove': {
    ...move,
    permission: 'purchase.edit',
    summary: 'Removes pieces that have not gone out.',
    body: z.strictObject({ pieces }),
  },
  'POST /api/subcontracts/:id/send': {
    ...move,
    permission: 'purchase.edit',
    summary: 'Sends pieces to the supplier; until they are back nobody else reports work on them.',
    body: z.strictObject({ pieces, sentOn: day }),
  },
  'POST /api/subcontracts/:id/receive': {
    ...move,
    permissionOr: ['purchase.edit', 'quality.inspect'],
    permissionAnd: ['purchase.view'],
    summary:
      'Receives pieces, or judges received ones: the work of accepted pieces counts as reported, as far as their inspections allow.',
    body: z.strictObject({
      backOn: day,
      result: z.enum(receiptResults),
      /** Why they are rejected; otherwise empty. */
      reason: text(300),
      pieces: z
        .array(z.strictObject({ piece: text(300).min(1), kg: kilograms.nullable() }))
        .min(1)
        .max(maxPiecesOfMove),
    }),
  },
  'POST /api/subcontracts/:id/undo': {
    ...move,
    permissionOr: ['purchase.edit', 'quality.inspect'],
    permissionAnd: ['purchase.view'],
    summary: 'Undoes the receipt of pieces, or their sending; the work that was accepted no longer counts.',
    body: z.strictObject({ pieces, reason: text(300).min(1) }),
  },
  'POST /api/subcontracts/:id/close': {
    ...step,
    summary: 'Ends a subcontract of which no piece is outside or waits to be judged.',
  },
  'POST /api/subcontracts/:id/reopen': { ...step, summary: 'Opens a closed subcontract again.' },
  'POST /api/subcontracts/:id/cancel': {
    ...step,
    summary: 'Cancels a subcontract of which no piece went out.',
  },
})
