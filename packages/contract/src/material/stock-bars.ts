import { z } from 'zod'
import { lotStatuses, stockBarStatuses } from '@cloud-factory/domain/material/material-enums'
import {
  allowed,
  endpoints,
  id,
  idParam,
  listOf,
  listQuery,
  queryInt,
  queryWords,
  version,
} from '../endpoint.ts'
import { text } from '../enums.ts'
import { lotRow } from './receipts.ts'

export const stockBarRow = z.object({
  id,
  lot: z.object({ id, status: z.enum(lotStatuses) }),
  heat: z.object({ id, no: z.string() }),
  grade: z.string(),
  profile: z.string(),
  lengthMm: z.number(),
  kg: z.number(),
  status: z.enum(stockBarStatuses),
  /** The bar that this remnant was cut from; null: a whole bar. */
  parentId: id.nullable(),
  location: z.string(),
  version,
  can: z.object({ scrap: allowed }),
})
export type StockBarRow = z.output<typeof stockBarRow>

const handles = { permissionOr: ['order.report', 'quality.inspect'], params: idParam } as const

export const stockBarsApi = endpoints({
  'GET /api/stock-bars': {
    permission: 'quality.view',
    summary: 'Bars in stock, remnants included.',
    query: listQuery(['lengthMm', 'id']).extend({
      status: queryWords(stockBarStatuses).optional(),
      gradeId: id.optional(),
      lotId: id.optional(),
      remnant: z.enum(['true']).optional(),
      minLengthMm: queryInt(0, 100_000).optional(),
    }),
    reply: listOf(stockBarRow),
  },
  'POST /api/lots/:id/bars': {
    ...handles,
    summary: 'Adds the bars of a lot that has none: a number of bars of one length.',
    body: z.strictObject({
      version,
      pieces: z.int().min(1).max(2000),
      lengthMm: z.number().gt(0).max(100_000).multipleOf(0.1),
    }),
    reply: lotRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/stock-bars/:id/scrap': {
    ...handles,
    summary: 'Scraps a bar that no nest has reserved.',
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: stockBarRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
