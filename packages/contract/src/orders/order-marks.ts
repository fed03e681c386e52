import { z } from 'zod'
import { openDemands, pieceNeeds } from '@cloud-factory/domain/conformity/conformity'
import { day, endpoints, id, idParam, listOf, listQuery, allowed, queryWords } from '../endpoint.ts'
import { markKinds, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { kg } from '../enums.ts'

export const markRow = z.object({
  id,
  mark: z.string(),
  revision: z.string(),
  name: z.string(),
  kind: z.enum(markKinds),
  profile: z.string(),
  grade: z.string().nullable(),
  quantity: z.int(),
  lengthMm: z.number().nullable(),
  /** Per piece. */
  netKg: kg.nullable(),
  grossKg: kg.nullable(),
  areaM2: z.number().nullable(),
  totalKg: kg,
  weightSource: z.enum(['file', 'profile', 'parts', 'none']),
  drawingNo: z.string().nullable(),
  phase: z.string().nullable(),
  parts: z.int(),
  routeId: id.nullable(),
  held: z.boolean(),
  can: z.object({ route: allowed, hold: allowed, resume: allowed }),
})
export type MarkRow = z.output<typeof markRow>

export const partRow = z.object({
  id,
  partMark: z.string(),
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  quantityPerMark: z.int(),
  netKg: kg.nullable(),
  grossKg: kg.nullable(),
  areaM2: z.number().nullable(),
  holes: z.int().nullable(),
  /** It has a drawing: `GET /api/parts/:id/drawing`. */
  drawn: z.boolean(),
  isMain: z.boolean(),
  /** It names an assembly of the order, which is built in. */
  isAssembly: z.boolean(),
})
export type PartRow = z.output<typeof partRow>

export const pieceRow = z.object({
  id,
  /** Mark and running number: the physical piece. */
  serial: z.string(),
  mark: z.string(),
  status: z.enum(pieceStatuses),
  netKg: kg.nullable(),
  /** The piece or its mark is on hold; `status` does not change. */
  held: z.boolean(),
  qr: z.string(),
  /** The piece that it is built into. */
  builtInto: z.object({ id, serial: z.string() }).nullable(),
})
export type PieceRow = z.output<typeof pieceRow>

/** The supplier that works on a piece, and the day on which it is promised. */
export const outsidePlace = z.object({
  subcontractId: id,
  no: z.string(),
  supplier: z.string(),
  until: day,
  /** It came back and is not judged yet. */
  back: z.boolean(),
})

export const listedPiece = pieceRow.extend({
  /** null: it is in the factory. */
  outside: outsidePlace.nullable(),
  /** Open demands of the piece; empty: it conforms. null: it no longer counts. */
  missing: z.array(z.enum(openDemands)).nullable(),
})
export type ListedPiece = z.output<typeof listedPiece>

export const sortableMarks = ['mark', 'profile', 'quantity', 'netKg', 'totalKg', 'lengthMm'] as const
export const sortablePieces = ['serial', 'status'] as const

export const orderMarksApi = endpoints({
  'GET /api/orders/:id/marks': {
    summary: 'Marks of an order.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(sortableMarks),
    reply: listOf(markRow).extend({ sums: z.object({ pieces: z.int(), weightKg: kg }) }),
    errors: ['not_found'],
  },
  'GET /api/marks/:id': {
    summary: 'One mark of an order.',
    permission: 'order.view',
    params: idParam,
    reply: markRow,
    errors: ['not_found'],
  },
  'GET /api/marks/:id/parts': {
    summary: 'Parts of one piece of a mark.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['partMark']),
    reply: listOf(partRow),
    errors: ['not_found'],
  },
  'GET /api/orders/:id/pieces': {
    summary: 'Pieces of an order.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(sortablePieces).extend({
      status: queryWords(pieceStatuses).optional(),
      markId: id.optional(),
      missing: queryWords(pieceNeeds).optional(),
    }),
    reply: listOf(listedPiece),
    errors: ['not_found'],
  },
})
