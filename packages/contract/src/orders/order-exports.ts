import { z } from 'zod'
import { endpoints, id, idParam, queryWords, sortOf } from '../endpoint.ts'
import { sortableMarks, sortablePieces } from './order-marks.ts'
import { pieceNeeds } from '@cloud-factory/domain/conformity/conformity'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { orderExportColumns, orderFilter, orderSort } from './orders.ts'
import { text } from '../enums.ts'

export const markExportColumns = [
  'mark',
  'revision',
  'name',
  'kind',
  'profile',
  'grade',
  'quantity',
  'lengthMm',
  'netKg',
  'totalKg',
  'grossKg',
  'areaM2',
  'drawingNo',
  'phase',
  'parts',
  'held',
] as const
export type MarkExportColumn = (typeof markExportColumns)[number]

export const pieceExportColumns = ['serial', 'mark', 'status', 'netKg', 'held', 'qr'] as const
export type PieceExportColumn = (typeof pieceExportColumns)[number]

/** A column of the file with its translated title; the key itself without one. */
const column = <T extends z.ZodType>(key: T) => z.strictObject({ key, title: text(100).optional() })

const q = z.string().trim().max(100).optional()

const file = {
  /** Name of the file and its sheet, without extension. */
  name: text(80).min(1).optional(),
  /** Labels for values of closed lists, `status.released`; values without a label are written unchanged. */
  words: z.record(z.string().max(80), z.string().max(100)).optional(),
}

/** Maximum number of orders selected by id, for an export or an action. */
export const maxPicked = 5000

const xlsx = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] as const

export const orderExportsApi = endpoints({
  'POST /api/exports/orders': {
    summary: 'Orders as an .xlsx file: the given ones, or all that match.',
    permission: 'order.view',
    body: z.strictObject({
      ...file,
      /** Absent: all matches. */
      ids: z.array(id).min(1).max(maxPicked).optional(),
      filter: z.strictObject({ q, ...orderFilter }).optional(),
      sort: orderSort.optional(),
      columns: z
        .array(column(z.union([z.enum(orderExportColumns), z.string().regex(/^left\.[1-9][0-9]{0,17}$/)])))
        .min(1)
        .max(80),
    }),
    reply: 'file',
    produces: xlsx,
    errors: ['state.refused'],
  },
  'POST /api/exports/orders/:id/marks': {
    summary: 'Marks of an order as an .xlsx file.',
    permission: 'order.view',
    params: idParam,
    body: z.strictObject({
      ...file,
      q,
      sort: sortOf(sortableMarks).optional(),
      columns: z
        .array(column(z.enum(markExportColumns)))
        .min(1)
        .max(40),
    }),
    reply: 'file',
    produces: xlsx,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/exports/orders/:id/pieces': {
    summary: 'Pieces of an order as an .xlsx file.',
    permission: 'order.view',
    params: idParam,
    body: z.strictObject({
      ...file,
      q,
      status: queryWords(pieceStatuses).optional(),
      missing: queryWords(pieceNeeds).optional(),
      sort: sortOf(sortablePieces).optional(),
      columns: z
        .array(column(z.enum(pieceExportColumns)))
        .min(1)
        .max(40),
    }),
    reply: 'file',
    produces: xlsx,
    errors: ['not_found', 'state.refused'],
  },
})
