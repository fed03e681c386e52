import { plateJobStatuses, plateRemnantStatuses } from '@cloud-factory/domain/nesting/nest-enums'
import { z } from 'zod'
import {
  allowed,
  day,
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  queryWords,
  version,
} from '../endpoint.ts'
import { kg, text } from '../enums.ts'
import { importPreview } from '../record-import/import-endpoints.ts'

const demandRow = z.object({
  thicknessMm: z.number(),
  grade: z.string(),
  orders: z.int(),
  /** Earliest due day of these orders. */
  due: day.nullable(),
  needed: z.int(),
  nested: z.int(),
  cut: z.int(),
  missing: z.int(),
  /** Of the missing parts, as rectangles. */
  missingM2: z.number(),
  missingKg: kg,
  /** Missing parts with a part file, and those without. */
  withFile: z.int(),
  withoutFile: z.int(),
  /** Plates of released lots of this thickness and grade. */
  stockKg: kg,
})
export type PlateDemandRow = z.output<typeof demandRow>

const jobRow = z.object({
  id,
  no: z.string(),
  status: z.enum(plateJobStatuses),
  note: z.string(),
  pieces: z.int(),
  cut: z.int(),
  kg,
  due: day.nullable(),
  createdAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ report: allowed, close: allowed, cancel: allowed }),
})
export type PlateJobRow = z.output<typeof jobRow>

const jobPart = z.object({
  id,
  order: z.object({ id, no: z.string() }),
  mark: z.string(),
  part: z.string(),
  profile: z.string(),
  grade: z.string(),
  thicknessMm: z.number(),
  widthMm: z.number().nullable(),
  lengthMm: z.number().nullable(),
  /** Of one part. */
  kg: kg.nullable(),
  due: day.nullable(),
  quantity: z.int(),
  cut: z.int(),
  /** Name of its part file in the bundle; null: none was imported. */
  file: z.string().nullable(),
})
export type PlateJobPart = z.output<typeof jobPart>

const result = z.object({
  id,
  file: z.string(),
  pieces: z.int(),
  /** What the lots lost. */
  kg,
  plates: z.array(z.object({ heat: z.string(), plate: z.string(), remnantId: id.nullable(), kg })),
  remnants: z.array(z.object({ id, lengthMm: z.number(), widthMm: z.number() })),
  appliedAt: instant,
  appliedBy: z.string(),
  undone: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ undo: allowed }),
})
export type PlateResult = z.output<typeof result>

const jobDetail = jobRow.extend({ parts: z.array(jobPart), results: z.array(result) })
export type PlateJobDetail = z.output<typeof jobDetail>

const remnantRow = z.object({
  id,
  heat: z.string(),
  grade: z.string(),
  profile: z.string(),
  thicknessMm: z.number().nullable(),
  lengthMm: z.number(),
  widthMm: z.number(),
  kg,
  status: z.enum(plateRemnantStatuses),
  location: z.string(),
  job: z.object({ id, no: z.string() }),
  createdAt: instant,
  version,
  can: z.object({ scrap: allowed }),
})
export type PlateRemnantRow = z.output<typeof remnantRow>

const millimetres = z.number().gt(0).max(100_000).multipleOf(0.1).nullable()

/** One row of a result: parts of one plate. */
export const plateResultRecord = z.strictObject({
  job: text(40),
  part: text(80).min(1),
  order: text(60),
  mark: text(80),
  quantity: z.int().min(1).max(100_000),
  /** Rows with the same plate and heat are one plate; P and a number: a remnant in stock. */
  plate: text(60),
  heat: text(60),
  remnantLength: millimetres,
  remnantWidth: millimetres,
  location: text(60),
})
export type PlateResultRecord = z.output<typeof plateResultRecord>

export const maxPlateRows = 2000
const maxBytes = 10 * 1024 * 1024
const move = {
  permission: 'order.edit',
  params: idParam,
  body: z.strictObject({ version }),
  reply: jobDetail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const

export const platesApi = endpoints({
  'GET /api/plate-demand': {
    permission: 'order.view',
    summary: 'Parts of released orders that are cut from plates, by thickness and grade.',
    query: listQuery(['thickness']).extend({ missing: z.enum(['true']).optional(), orderId: id.optional() }),
    reply: listOf(demandRow).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/plate-jobs': {
    permission: 'order.view',
    summary: 'Plate jobs, the newest first.',
    query: listQuery(['id']).extend({ status: queryWords(plateJobStatuses).optional() }),
    reply: listOf(jobRow),
  },
  'GET /api/plate-jobs/:id': {
    permission: 'order.view',
    summary: 'A plate job with its parts and the results of the machine.',
    params: idParam,
    reply: jobDetail,
    errors: ['not_found'],
  },
  'POST /api/plate-jobs': {
    permission: 'order.edit',
    summary: 'Makes a job of the missing parts of these thicknesses and grades; they count as nested.',
    status: 201,
    body: z.strictObject({
      groups: z
        .array(z.strictObject({ thicknessMm: z.number().gt(0).max(1000), grade: text(40) }))
        .min(1)
        .max(100),
      /** Empty: all released orders. */
      orderIds: z.array(id).max(200),
      /** Only orders that are due until this day; null: all. */
      dueUntil: day.nullable(),
      /** Leave out parts without a part file. */
      onlyWithFile: z.boolean(),
      note: text(300),
    }),
    reply: jobDetail,
    errors: ['state.refused'],
  },
  'POST /api/plate-jobs/:id/close': {
    ...move,
    summary: 'Closes a job; parts that are not cut are missing again.',
  },
  'POST /api/plate-jobs/:id/cancel': {
    ...move,
    summary: 'Cancels a job of which nothing is cut; its parts are missing again.',
  },
  'GET /api/plate-jobs/:id/bundle': {
    permission: 'order.view',
    summary: 'A zip with the part files of a job, its list of parts, and a list to fill in as result.',
    params: idParam,
    reply: 'file',
    produces: ['application/zip'],
    errors: ['not_found'],
  },
  'POST /api/plate-jobs/:id/results/preview': {
    permission: 'order.report',
    summary: 'Reads a result of the cutting machine and says what it would do; writes nothing.',
    params: idParam,
    upload: { field: 'file', maxBytes, maxFiles: 1 },
    reply: importPreview.extend({
      /** The same rows were applied before; null: they were not. */
      applied: z.object({ job: z.string(), at: instant, by: z.string() }).nullable(),
    }),
    errors: [
      'file.empty',
      'file.too_large',
      'file.unknown_type',
      'file.unsafe',
      'not_found',
      'state.refused',
    ],
  },
  'POST /api/plate-jobs/:id/results': {
    permission: 'order.report',
    summary:
      'Reports the parts of a result as cut, with their heats; remnants go to stock. All rows or none.',
    params: idParam,
    maxBodyBytes: maxBytes,
    body: z.strictObject({
      file: text(255),
      records: z.array(plateResultRecord).min(1).max(maxPlateRows),
      /** The same rows once more are another plate, not the same file. */
      repeated: z.boolean(),
    }),
    reply: jobDetail,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/plate-results/:id/undo': {
    permission: 'order.report',
    summary: 'Undoes a result whose parts did not go further and whose remnants are in stock.',
    params: idParam,
    body: z.strictObject({ reason: text(300).min(1) }),
    reply: jobDetail,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/plate-remnants': {
    permission: 'order.view',
    summary: 'What is left of cut plates, with the heat of each, the newest first.',
    query: listQuery(['id']).extend({ status: queryWords(plateRemnantStatuses).optional() }),
    reply: listOf(remnantRow),
  },
  'POST /api/plate-remnants/:id/scrap': {
    permissionOr: ['order.report', 'quality.inspect'],
    summary: 'Scraps a remnant of a plate that no nest has reserved; its lot loses the weight.',
    params: idParam,
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: remnantRow,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
