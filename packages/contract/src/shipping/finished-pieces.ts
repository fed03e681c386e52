import { z } from 'zod'
import { endpoints, id, listOf, listQuery, queryWords, sortOf } from '../endpoint.ts'
import { packedPiece, shippingReasons } from './packages.ts'
import { sheetInput, xlsxType } from '../sheet-input.ts'
import { kg } from '../enums.ts'

/** Where a finished piece is: in the factory, ready to pack or not; in a package; in transit; or on site. */
export const finishedStates = ['ready', 'not_ready', 'packing', 'packed', 'shipped', 'received'] as const
export type FinishedState = (typeof finishedStates)[number]

export const sortableFinished = ['order', 'serial', 'netKg'] as const
const filter = {
  state: queryWords(finishedStates).optional(),
  /** Includes closed orders when set; without it only open orders are listed. */
  orderId: id.optional(),
  projectId: id.optional(),
}

export const finishedPiece = packedPiece.omit({ widthMm: true, heightMm: true }).extend({
  order: z.object({ id, no: z.string() }),
  project: z.object({ id, name: z.string() }),
  state: z.enum(finishedStates),
  /** Why it cannot be packed or, if packed, cannot be sent. */
  reason: z.enum(shippingReasons).nullable(),
  package: z.object({ id, no: z.string() }).nullable(),
  delivery: z.object({ id, no: z.string() }).nullable(),
})
export type FinishedPiece = z.output<typeof finishedPiece>

export const finishedExportColumns = [
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
