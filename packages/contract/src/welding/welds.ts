import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import { jointTypes, weldClasses, weldStates } from '@cloud-factory/domain/welding/weld-enums'
import { text } from '../enums.ts'

/** Maximum number of pieces, and of welds of one piece, per request. */
export const maxWeldPieces = 500
export const maxPieceWelds = 60

/** Of the thinner part, in mm with one decimal. */
const thickness = z.number().min(0.1).max(99_999).multipleOf(0.1)
const lengthMm = z.int().min(1).max(100_000)

const no = text(20).min(1)
/** One weld as required by a drawing. */
const weldPlan = {
  no,
  joint: z.enum(jointTypes),
  class: z.enum(weldClasses),
  lengthMm,
  thicknessMm: thickness,
  wpsId: id.nullable(),
}
export const weldTemplate = z.strictObject(weldPlan)
export type WeldTemplate = z.output<typeof weldTemplate>

export const weldRow = z.object({
  id,
  ...weldPlan,
  piece: z.object({ id, serial: z.string() }),
  order: z.object({ id, no: z.string() }),
  mark: z.string(),
  grade: z.string().nullable(),
  wps: z.string().nullable(),
  welders: z.array(z.object({ id, code: z.string(), name: z.string() })),
  /** Name of the machine that welded it; null: unknown. */
  machine: z.string().nullable(),
  weldedAt: instant.nullable(),
  state: z.enum(weldStates),
  /** Required and tested length since the last failure, in mm. */
  demandMm: z.int(),
  testedMm: z.int(),
  repairs: z.int(),
  version,
  can: z.object({ edit: allowed, delete: allowed, weld: allowed, reopen: allowed, repair: allowed }),
})
export type WeldRow = z.output<typeof weldRow>

export const weldPiece = z.object({
  id,
  serial: z.string(),
  orderNo: z.string(),
  mark: z.string(),
  profile: z.string(),
  welds: z.array(weldRow),
})
export type WeldPiece = z.output<typeof weldPiece>

const access = { permission: 'quality.view' } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const

export const weldsApi = endpoints({
  'GET /api/welds': {
    ...access,
    summary: 'The weld register.',
    query: listQuery(['updatedAt', 'no', 'weldedAt']).extend({
      orderId: id.optional(),
      pieceId: id.optional(),
      welderId: id.optional(),
      class: queryWords(weldClasses).optional(),
      joint: queryWords(jointTypes).optional(),
      state: queryWords(weldStates).optional(),
    }),
    reply: listOf(weldRow),
  },
  'GET /api/welds/:id': {
    ...access,
    summary: 'One weld.',
    params: idParam,
    reply: weldRow,
    errors: ['not_found'],
  },
  'GET /api/weld-pieces': {
    ...access,
    summary: 'A piece with its welds, by id, serial or the text of its QR code.',
    query: z.strictObject({ piece: text(300).min(1) }),
    reply: weldPiece,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/weld-templates/:id': {
    ...access,
    summary: 'The welds that pieces of a mark were last given; none when they never were.',
    params: idParam,
    reply: z.object({ welds: z.array(weldTemplate) }),
  },
  'POST /api/welds/of-pieces': {
    permission: 'quality.inspect',
    summary: 'Gives pieces of one mark their welds; a weld that a piece has already stays as it is.',
    body: z.strictObject({
      pieceIds: z.array(id).min(1).max(maxWeldPieces),
      welds: z.array(weldTemplate).min(1).max(maxPieceWelds),
      /** Why a quantity is far above the usual. */
      reason: text(300).min(1).optional(),
    }),
    status: 201,
    reply: z.object({ added: z.int(), kept: z.int() }),
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/welds/:id': {
    permission: 'quality.inspect',
    summary: 'Changes a weld that nothing was tested on.',
    params: idParam,
    body: z.strictObject({ version, ...weldPlan, reason: text(300).min(1).optional() }),
    reply: weldRow,
    errors: [...errors, 'duplicate'],
  },
  'DELETE /api/welds/:id': {
    permission: 'quality.inspect',
    summary: 'Deletes a weld that is not welded.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: errors,
  },
  'POST /api/welds/welded': {
    permission: 'quality.inspect',
    summary: 'Records who welded welds and when; all or none.',
    body: z.strictObject({
      weldIds: z.array(id).min(1).max(maxWeldPieces),
      welderIds: z.array(id).min(1).max(6),
      /** null: each keeps its procedure. */
      wpsId: id.nullable(),
      weldedAt: instant,
      /** The machine that welded all of them; absent: as stated in the work reports of each piece. */
      machineId: id.optional(),
    }),
    reply: z.object({ items: z.array(weldRow) }),
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/welds/:id/reopen': {
    permission: 'quality.inspect',
    summary: 'Takes back that a weld was welded, while nothing was tested on it.',
    params: idParam,
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: weldRow,
    errors: errors,
  },
})
