import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { z } from 'zod'
import { allowed, endpoints, id, idParam, instant, queryVersion, version } from '../endpoint.ts'
import { kg, text } from '../enums.ts'
import { pieceResult } from '../subcontracting/subcontracts.ts'

/** A mark that a mark contains. */
const subAssembly = z.object({
  id,
  /** The latest revision of the inner mark; null: the order has it no more. */
  markId: id.nullable(),
  mark: z.string(),
  name: z.string(),
  profile: z.string(),
  /** In one piece of the outer mark. */
  quantity: z.int(),
  /** Of one inner piece, with what is in it; null: its weight is not known. */
  netKg: kg.nullable(),
  isWeightIncluded: z.boolean(),
  isImported: z.boolean(),
  /** Inner pieces in all pieces of the outer mark. */
  built: z.int(),
  version,
  can: z.object({ edit: allowed, remove: allowed }),
})
export type SubAssembly = z.output<typeof subAssembly>

const markContents = z.object({
  items: z.array(subAssembly),
  /** Marks of the order that contain this one. */
  outer: z.array(z.object({ markId: id, mark: z.string(), quantity: z.int() })),
  /** Of one piece: its own weight, which all sums count, and with what is in it. */
  ownKg: kg.nullable(),
  wholeKg: kg.nullable(),
  can: z.object({ add: allowed }),
})
export type MarkContents = z.output<typeof markContents>

const innerPiece = z.object({
  id,
  serial: z.string(),
  mark: z.string(),
  status: z.enum(pieceStatuses),
  netKg: kg.nullable(),
  builtAt: instant,
  builtBy: z.string(),
})
export type InnerPiece = z.output<typeof innerPiece>

const pieceContents = z.object({
  /** The piece that it is in. */
  outer: z.object({ id, serial: z.string(), status: z.enum(pieceStatuses) }).nullable(),
  items: z.array(innerPiece),
  /** Inner pieces that it lacks. */
  lacking: z.array(z.object({ mark: z.string(), quantity: z.int() })),
  /** `takeOut`: whether it may be taken out of the piece that it is in, or pieces out of it. */
  can: z.object({ build: allowed, takeOut: allowed }),
})
export type PieceContents = z.output<typeof pieceContents>

const facts = { quantity: z.int().min(1).max(9999), isWeightIncluded: z.boolean() }
const errors = ['not_found', 'state.refused'] as const
const reason = text(300).min(1)

export const subAssembliesApi = endpoints({
  'GET /api/marks/:id/sub-assemblies': {
    permission: 'order.view',
    summary: 'Marks that a mark contains, and those that contain it.',
    params: idParam,
    reply: markContents,
    errors: ['not_found'],
  },
  'POST /api/marks/:id/sub-assemblies': {
    permission: 'order.edit',
    summary: 'Says that each piece of a mark contains pieces of another mark of its order.',
    params: idParam,
    status: 201,
    body: z.strictObject({ mark: text(200).min(1), ...facts }),
    reply: markContents,
    errors: [...errors, 'duplicate'],
  },
  'PATCH /api/sub-assemblies/:id': {
    permission: 'order.edit',
    summary: 'Changes how many pieces are in one, and whether the weight of the list includes them.',
    params: idParam,
    body: z.strictObject({ version, ...facts }),
    reply: markContents,
    errors: [...errors, 'version.conflict'],
  },
  'DELETE /api/sub-assemblies/:id': {
    permission: 'order.edit',
    summary: 'Removes a mark from another one, as long as none of its pieces is built in.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: markContents,
    errors: [...errors, 'version.conflict'],
  },
  'GET /api/pieces/:id/contents': {
    permission: 'order.view',
    summary: 'Pieces that are built into a piece, those that it lacks, and the piece that it is in.',
    params: idParam,
    reply: pieceContents,
    errors: ['not_found'],
  },
  'POST /api/pieces/:id/contents': {
    permission: 'order.report',
    summary: 'Builds finished pieces into a piece; each is judged by itself.',
    params: idParam,
    body: z.strictObject({ pieces: z.array(text(300).min(1)).min(1).max(200) }),
    reply: z.object({ items: z.array(pieceResult), contents: pieceContents }),
    errors,
  },
  'POST /api/pieces/:id/take-out': {
    permission: 'order.report',
    summary: 'Takes a piece out of the one that it is in; replies with what that one still contains.',
    params: idParam,
    body: z.strictObject({ reason }),
    reply: pieceContents,
    errors,
  },
})
