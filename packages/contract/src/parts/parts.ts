import { partPlaces, partReportKinds, partStates } from '@cloud-factory/domain/parts/part-enums'
import { z } from 'zod'
import {
  allowed,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  queryInt,
  queryWords,
} from '../endpoint.ts'
import { kg, text } from '../enums.ts'

const partMark = z.string().max(200)

/** Equal parts of a mark. Parts in a later state count in the earlier ones as well. */
const orderPart = z.object({
  /** Mark id and part mark. */
  id: z.string(),
  markId: id,
  mark: z.string(),
  revision: z.string(),
  partMark,
  profile: z.string(),
  /** Empty: the list names none. */
  grade: z.string(),
  lengthMm: z.number().nullable(),
  /** Of one part. */
  netKg: kg.nullable(),
  /** It has holes, so that it is processed after cutting. */
  drilled: z.boolean(),
  perMark: z.int(),
  needed: z.int(),
  /** Without a nest and not cut. */
  missing: z.int(),
  nested: z.int(),
  cut: z.int(),
  processed: z.int(),
  kitted: z.int(),
  built: z.int(),
  scrapped: z.int(),
  /** How many can be reported of each kind. */
  max: z.record(z.enum(partReportKinds), z.int()),
  can: z.object({ report: allowed }),
})
export type OrderPart = z.output<typeof orderPart>

const partReport = z.object({
  id,
  markId: id,
  mark: z.string(),
  partMark,
  kind: z.enum(partReportKinds),
  quantity: z.int(),
  heat: z.string().nullable(),
  reason: z.string().nullable(),
  reportedAt: instant,
  reportedBy: z.string(),
  undone: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ undo: allowed }),
})
export type PartReport = z.output<typeof partReport>

const kitPart = z.object({
  id: z.string(),
  partMark,
  profile: z.string(),
  grade: z.string(),
  lengthMm: z.number().nullable(),
  perMark: z.int(),
  /** For the pieces of the query. */
  required: z.int(),
  /** Processed and in no kit. */
  available: z.int(),
  lacking: z.int(),
  /** The code of its label. */
  code: z.string(),
  /** Where the lacking parts are; the quantities sum to `lacking`. */
  places: z.array(z.object({ place: z.enum(partPlaces), quantity: z.int(), nests: z.array(z.string()) })),
})
export type KitPart = z.output<typeof kitPart>

const kit = z.object({
  mark: z.object({ id, mark: z.string(), revision: z.string() }),
  order: z.object({ id, no: z.string() }),
  /** Pieces that the list is for; without a query, those without a kit. */
  pieces: z.int(),
  /** Pieces that have no kit and are not built. */
  open: z.int(),
  items: z.array(kitPart),
  /** Sub-assemblies of these pieces that are not built in yet: finished ones that are free, and those that are lacking. */
  subAssemblies: z.array(
    z.object({ mark: z.string(), required: z.int(), available: z.int(), lacking: z.int() }),
  ),
  can: z.object({ kit: allowed }),
})
export type Kit = z.output<typeof kit>

const pieces = z.int().min(1).max(10_000)
export const maxPartsOfReport = 200

export const partsApi = endpoints({
  'GET /api/orders/:id/parts': {
    permission: 'order.view',
    summary:
      'Parts of an order by mark, with how many of them are nested, cut, processed, in kits, built in.',
    params: idParam,
    query: listQuery(['mark']).extend({
      markId: id.optional(),
      profile: text(100).optional(),
      state: queryWords(partStates).optional(),
    }),
    reply: listOf(orderPart).extend({ can: z.object({ report: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/part-reports': {
    permission: 'order.report',
    summary: 'Reports parts of an order as cut, processed, in kits or scrapped: all of them or none.',
    status: 201,
    params: idParam,
    body: z.strictObject({
      kind: z.enum(partReportKinds),
      /** The lot that the parts are cut from, or that scrapped ones were cut from. */
      lotId: id.optional(),
      /** Required for scrap. */
      reason: text(300).optional(),
      items: z
        .array(z.strictObject({ markId: id, partMark, quantity: z.int().min(1).max(100_000) }))
        .min(1)
        .max(maxPartsOfReport),
    }),
    reply: z.object({ items: z.array(partReport) }),
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/orders/:id/part-reports': {
    permission: 'order.view',
    summary: 'Reports on parts of an order, the newest first.',
    params: idParam,
    query: listQuery(['reportedAt']),
    reply: listOf(partReport),
    errors: ['not_found'],
  },
  'POST /api/part-reports/:id/undo': {
    permissionOr: ['order.report', 'order.release'],
    summary: 'Undoes a report on parts that did not go further.',
    params: idParam,
    body: z.strictObject({ reason: text(300).min(1) }),
    reply: partReport,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/marks/:id/kit': {
    permission: 'order.view',
    summary: 'The parts that pieces of a mark need, which of them are available, and where the others are.',
    params: idParam,
    query: z.strictObject({ pieces: queryInt(1, 10_000).optional() }),
    reply: kit,
    errors: ['not_found'],
  },
  'POST /api/marks/:id/kit': {
    permission: 'order.report',
    summary: 'Reports the parts of pieces of a mark as in kits; refused with what is lacking.',
    params: idParam,
    body: z.strictObject({ pieces }),
    reply: kit,
    errors: ['not_found', 'state.refused'],
  },
})
