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
  version,
} from '../endpoint.ts'
import { stockMoves } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { code, text } from '../enums.ts'

const quantity = z.number().min(0).max(999_999).multipleOf(0.001)

/** Why the price is far above the usual. */
const reason = text(300).min(1).optional()
const partInput = {
  code,
  name: text(80).min(1),
  unit: text(12).min(1),
  /** Minimum stock. */
  minStock: quantity,
  place: text(60),
  /** In the factory's currency; null: unknown. */
  price: z.number().min(0).max(9_999_999).multipleOf(0.01).nullable(),
  note: text(500),
  active: z.boolean(),
}
export const partStockRow = z.object({
  id,
  ...partInput,
  stock: z.number(),
  short: z.boolean(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed, move: allowed }),
})
export type SparePartRow = z.output<typeof partStockRow>

export const stockMoveRow = z.object({
  id,
  at: instant,
  kind: z.enum(stockMoves),
  /** Change of the stock, and the stock afterwards. */
  change: z.number(),
  stock: z.number(),
  repair: z.object({ id, no: z.string() }).nullable(),
  note: z.string(),
  by: z.string(),
})
export type StockMoveRow = z.output<typeof stockMoveRow>

export const sparePartsApi = endpoints({
  'GET /api/spare-parts': {
    summary: 'Spare parts and how many there are.',
    permission: 'equipment.view',
    query: listQuery(['code', 'name', 'stock']).extend({
      short: z.enum(['true']).optional(),
      active: z.enum(['true', 'false']).optional(),
    }),
    reply: listOf(partStockRow),
  },
  'POST /api/spare-parts': {
    summary: 'Adds a spare part; its stock begins at nothing.',
    permission: 'equipment.edit',
    body: z.strictObject({ ...partInput, reason }),
    status: 201,
    reply: partStockRow,
    errors: ['duplicate', 'state.refused'],
  },
  'PATCH /api/spare-parts/:id': {
    summary: 'Changes a spare part; its stock is moved, not typed.',
    permission: 'equipment.edit',
    params: idParam,
    body: z.strictObject({ version, ...partInput, reason }),
    reply: partStockRow,
    errors: ['not_found', 'duplicate', 'version.conflict', 'state.refused'],
  },
  'DELETE /api/spare-parts/:id': {
    summary: 'Deletes a spare part that was never moved.',
    permission: 'equipment.edit',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict'],
  },
  'POST /api/spare-parts/:id/moves': {
    summary: 'Takes parts in or out, or sets the stock to what was counted.',
    permission: 'equipment.maintain',
    params: idParam,
    body: z.strictObject({ kind: z.enum(stockMoves), quantity, note: text(300) }),
    reply: partStockRow,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/spare-parts/:id/moves': {
    summary: 'Moves of a spare part, newest first.',
    permission: 'equipment.view',
    params: idParam,
    query: listQuery(['at']),
    reply: listOf(stockMoveRow),
    errors: ['not_found'],
  },
})
