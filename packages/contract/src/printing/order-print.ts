import { z } from 'zod'
import { endpoints, id, idParam, listOf, listQuery, queryIds, queryWords } from '../endpoint.ts'
import { partRow } from '../orders/order-marks.ts'
import { openDemands } from '@cloud-factory/domain/conformity/conformity'
import { markKinds, pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { processGates, processKinds } from '@cloud-factory/domain/planning/planning-resources'
import { names } from '../planning/processes.ts'
import { kg } from '../enums.ts'

/** Maximum number of single selections; larger selections use mark, lot or status. */
export const maxPrinted = 500

/** Which pieces to print: those that match all given filters; without filters, all that count. */
const chosen = {
  markIds: queryIds(maxPrinted).optional(),
  pieceIds: queryIds(maxPrinted).optional(),
  productionLotId: id.optional(),
  status: queryWords(pieceStatuses).optional(),
}

/** A piece with all data of its label. */
export const labelRow = z.object({
  id,
  serial: z.string(),
  markId: id,
  mark: z.string(),
  revision: z.string(),
  name: z.string(),
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  netKg: kg.nullable(),
  drawingNo: z.string().nullable(),
  phase: z.string().nullable(),
  /** Its open requirements when the label is printed, as in the list of pieces; empty: it conforms. */
  missing: z.array(z.enum(openDemands)),
  /** Number of its production lot. */
  productionLot: z.string().nullable(),
  qr: z.string(),
})
export type LabelRow = z.output<typeof labelRow>

/** A mark with its route through the workshop. */
export const travellerRow = z.object({
  id,
  mark: z.string(),
  revision: z.string(),
  name: z.string(),
  kind: z.enum(markKinds),
  profile: z.string(),
  grade: z.string().nullable(),
  quantity: z.int(),
  lengthMm: z.number().nullable(),
  netKg: kg.nullable(),
  drawingNo: z.string().nullable(),
  phase: z.string().nullable(),
  /** Its route, or the one that it would get at release; null when its kind has none. */
  route: z.object({ code: z.string(), names }).nullable(),
  steps: z.array(
    z.object({ code: z.string(), names, kind: z.enum(processKinds), gate: z.enum(processGates) }),
  ),
  /** Its parts, the main one first; `partsTotal` counts also those that are not listed. */
  parts: z.array(
    partRow.pick({
      partMark: true,
      profile: true,
      grade: true,
      lengthMm: true,
      quantityPerMark: true,
      netKg: true,
    }),
  ),
  partsTotal: z.int(),
})
export type TravellerRow = z.output<typeof travellerRow>

export const orderPrintApi = endpoints({
  'GET /api/orders/:id/labels': {
    summary: 'Pieces of an order with everything their labels say; without scrapped and superseded ones.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['serial']).extend(chosen),
    reply: listOf(labelRow),
    errors: ['not_found'],
  },
  'GET /api/orders/:id/travellers': {
    summary: 'Marks of an order with route and parts, as travellers show them.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['mark']).extend(chosen),
    reply: listOf(travellerRow),
    errors: ['not_found'],
  },
})
