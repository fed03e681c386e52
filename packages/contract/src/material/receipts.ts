import { z } from 'zod'
import {
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  sortOf,
  version,
} from '../endpoint.ts'
import { lotStatuses, materialForms } from '@cloud-factory/domain/material/material-enums'
import { positive } from './steel-grades.ts'
import { sheetInput, xlsxType } from '../sheet-input.ts'
import { code, text } from '../enums.ts'

/** Kilograms with three decimals, above zero. */
const weight = z.number().min(0.001).max(999_999_999).multipleOf(0.001)
/** mm. */
const thickness = positive.refine((value) => /[1-9]/.test(value))

const lotFacts = {
  form: z.enum(materialForms),
  /** As delivered: `-16*2000*8000`, `HN400*200*8*13`. */
  profile: text(60).min(1),
  /** Of the plate or the thickest part of the section; selects the band of limits. null: unknown. */
  thicknessMm: thickness.nullable(),
  pieces: z.int().min(1).max(100_000),
  kg: weight,
  /** Of each bar, mm; null: unknown, or a plate, whose profile contains it. */
  lengthMm: z.number().gt(0).max(100_000).multipleOf(0.1).nullable().optional(),
  /** Storage place: `A-03-2`. */
  location: text(60).optional(),
}
/** Why a lot weighs so much more or less than its size says. */
const weightReason = text(300).min(1).optional()
const lotInput = z.strictObject({
  ...lotFacts,
  gradeId: id,
  heatNo: code,
  mill: text(80),
})

export const lotRow = z.object({
  id,
  receipt: z.object({ id, no: z.string(), receivedOn: day }),
  supplier: z.string(),
  form: z.enum(materialForms),
  profile: z.string(),
  thicknessMm: z.string().nullable(),
  grade: z.object({ id, code: z.string() }),
  heat: z.object({ id, no: z.string(), mill: z.string() }),
  pieces: z.int(),
  kg: z.number(),
  usedKg: z.number(),
  leftKg: z.number(),
  lengthMm: z.number().nullable(),
  /** Remaining metres of bar, from the remaining share of the weight; null when the length of a bar is unknown. */
  leftM: z.number().nullable(),
  location: z.string(),
  status: z.enum(lotStatuses),
  /** A re-test is required before release. */
  retest: z.boolean(),
  /** Accepted certificates of its heat, and accepted re-test reports. */
  certificates: z.int(),
  retests: z.int(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  note: z.string(),
  /** Who of customer or design agreed to a concession. */
  agreedBy: z.string().nullable(),
  version,
  can: z.object({
    edit: allowed,
    delete: allowed,
    release: allowed,
    reject: allowed,
    concede: allowed,
    quarantine: allowed,
    assign: allowed,
    place: allowed,
  }),
})
export type LotRow = z.output<typeof lotRow>

export const sortableLots = ['receivedOn', 'profile', 'leftKg', 'location'] as const
const lotFilter = {
  status: queryWords(lotStatuses).optional(),
  form: queryWords(materialForms).optional(),
  gradeId: id.optional(),
  heatId: id.optional(),
  /** Lots of which pieces of this order were made. */
  orderId: id.optional(),
  /** Only lots that are not used up. */
  left: z.enum(['true']).optional(),
}
export const lotExportColumns = [
  'heat',
  'mill',
  'status',
  'form',
  'profile',
  'thickness',
  'length',
  'grade',
  'pieces',
  'kg',
  'usedKg',
  'leftKg',
  'leftM',
  'location',
  'receipt',
  'receivedOn',
  'supplier',
  'decidedBy',
  'note',
] as const
export type LotExportColumn = (typeof lotExportColumns)[number]

const header = {
  supplier: text(80).min(1),
  deliveryNote: text(60).min(1),
  receivedOn: day,
  projectId: id.nullable(),
  note: text(500),
}
export const receiptRow = z.object({
  id,
  no: z.string(),
  supplier: z.string(),
  deliveryNote: z.string(),
  receivedOn: day,
  projectId: id.nullable(),
  note: z.string(),
  lots: z.int(),
  heats: z.int(),
  kg: z.number(),
  usedKg: z.number(),
  /** Its lots by status. */
  quarantine: z.int(),
  rejected: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed }),
})
export type ReceiptRow = z.output<typeof receiptRow>
export const receiptDetail = receiptRow.extend({ items: z.array(lotRow) })
export type ReceiptDetail = z.output<typeof receiptDetail>

const planInput = {
  /** Lots from this thickness on need a re-test; null: no re-test because of thickness. mm. */
  retestFromMm: thickness.nullable(),
  /** Projects whose material needs a re-test, whatever its thickness. */
  retestProjects: z.array(id).max(200),
  /** Projects whose pieces cannot be cut without a heat. */
  heatProjects: z.array(id).max(200),
}
export const materialPlan = z.object({
  ...planInput,
  version: z.int().min(0),
  can: z.object({ edit: allowed }),
})
export type MaterialPlan = z.output<typeof materialPlan>

const inspect = { permission: 'quality.inspect' } as const
const judge = {
  permission: 'quality.judge',
  params: idParam,
  reply: lotRow,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const
const reason = text(500).min(1)

export const receiptsApi = endpoints({
  'GET /api/receipts': {
    permission: 'quality.view',
    summary: 'Receipts of material.',
    query: listQuery(['no', 'receivedOn', 'kg']).extend({
      /** Receipts that have a lot with this status. */
      status: queryWords(lotStatuses).optional(),
    }),
    reply: listOf(receiptRow).extend({ can: z.object({ add: allowed }) }),
  },
  'POST /api/receipts': {
    ...inspect,
    summary: 'Receives material: its lots stand in quarantine.',
    status: 201,
    body: z.strictObject({ ...header, lots: z.array(lotInput).min(1).max(100), reason: weightReason }),
    reply: receiptDetail,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'GET /api/receipts/:id': {
    permission: 'quality.view',
    summary: 'A receipt with its lots.',
    params: idParam,
    reply: receiptDetail,
    errors: ['not_found'],
  },
  'PATCH /api/receipts/:id': {
    ...inspect,
    summary: 'Changes what stands at the head of a receipt.',
    params: idParam,
    body: z.strictObject({ version, deliveryNote: header.deliveryNote, receivedOn: day, note: header.note }),
    reply: receiptDetail,
    errors: ['not_found', 'version.conflict', 'duplicate'],
  },
  'POST /api/receipts/:id/lots': {
    ...inspect,
    summary: 'Adds a lot to a receipt.',
    status: 201,
    params: idParam,
    body: lotInput.extend({ reason: weightReason }),
    reply: lotRow,
    errors: ['not_found', 'duplicate', 'state.refused'],
  },
  'GET /api/lots': {
    permission: 'quality.view',
    summary: 'Stock: lots with what was received, used and is left.',
    query: listQuery(sortableLots).extend(lotFilter),
    reply: listOf(lotRow).extend({
      /** Over all matching lots. */
      sums: z.object({ kg: z.number(), usedKg: z.number(), leftKg: z.number() }),
    }),
  },
  'POST /api/exports/lots': {
    permission: 'quality.view',
    summary: 'The stock of steel as an .xlsx file: all lots that match.',
    body: sheetInput(lotExportColumns).extend({
      filter: z.strictObject({ q: z.string().trim().max(100).optional(), ...lotFilter }).optional(),
      sort: sortOf(sortableLots).optional(),
    }),
    reply: 'file',
    produces: [xlsxType],
    errors: ['state.refused'],
  },
  'PUT /api/lots/:id/location': {
    permissionOr: ['order.report', 'quality.inspect'],
    summary: 'Says where a lot lies in the store.',
    params: idParam,
    body: z.strictObject({ version, location: text(60) }),
    reply: lotRow,
    errors: ['not_found', 'version.conflict'],
  },
  'PATCH /api/lots/:id': {
    ...inspect,
    summary: 'Changes a lot that stands in quarantine; its heat and grade stay.',
    params: idParam,
    body: z.strictObject({ version, ...lotFacts, reason: weightReason }),
    reply: lotRow,
    errors: ['not_found', 'version.conflict', 'duplicate', 'state.refused'],
  },
  'DELETE /api/lots/:id': {
    ...inspect,
    summary: 'Takes a lot in quarantine of which nothing was used off its receipt.',
    params: idParam,
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
  'POST /api/lots/:id/release': {
    ...judge,
    summary: 'Releases a lot whose heat has an accepted certificate and, where asked for, a re-test.',
    body: z.strictObject({ version }),
  },
  'POST /api/lots/:id/reject': {
    ...judge,
    summary: 'Rejects a lot; pieces that hold it go no further.',
    body: z.strictObject({ version, note: reason }),
  },
  'POST /api/lots/:id/quarantine': {
    ...judge,
    summary: 'Puts a lot back into quarantine.',
    body: z.strictObject({ version, note: reason }),
  },
  'POST /api/lots/:id/concede': {
    ...judge,
    permission: 'quality.concession',
    summary: 'Lets a lot be used by concession, agreed with customer or design.',
    body: z.strictObject({ version, note: reason, agreedBy: text(120).min(1) }),
  },
  'GET /api/material-plan': {
    permission: 'quality.view',
    summary: 'Which lots are tested again, and which projects ask for heats before cutting.',
    reply: materialPlan,
  },
  'PUT /api/material-plan': {
    permission: 'quality.judge',
    summary: 'Writes the plan; lots that were received before stay as they are.',
    body: z.strictObject({ version: z.int().min(0), ...planInput }),
    reply: materialPlan,
    errors: ['not_found', 'version.conflict'],
  },
})
