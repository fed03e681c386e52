import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, listQuery, allowed, version } from '../endpoint.ts'
import { stockMoves } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { spareParts } from '@cloud-factory/domain/maintenance/maintenance-resources'
import { text } from '../enums.ts'
import { importEndpoints } from '../record-import/import-endpoints.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

const quantity = z.number().min(0).max(999_999).multipleOf(0.001)

/** Why the price is far above the usual. */
const reason = text(300).min(1).optional()
export const partStockRow = z.object({
  id,
  ...fieldSchemas(spareParts),
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

const partEndpoints = resourceEndpoints(spareParts, {
  row: partStockRow,
  summary: {
    list: 'Spare parts and how many there are.',
    create: 'Adds a spare part; its stock begins at nothing.',
    update: 'Changes a spare part; its stock is moved, not typed.',
    delete: 'Deletes a spare part that was never moved.',
  },
  query: { short: z.enum(['true']).optional() },
  body: { reason },
  createErrors: ['state.refused'],
  updateErrors: ['state.refused'],
})

export const sparePartsApi = endpoints({
  ...partEndpoints,
  ...importEndpoints('spare-parts', {
    create: partEndpoints['POST /api/spare-parts'],
    what: 'spare parts',
  }),
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
