import { z } from 'zod'
import { day, endpoints, id, idParam, listOf, listQuery, queryWords, version } from '../endpoint.ts'
import { gatePlansApi } from './gate-plans.ts'
import {
  inspectionForm,
  optionalItem,
  reading,
  readingOutcome,
  sizes,
  inspectionRow,
} from './inspection-forms.ts'
import { names } from '../planning/processes.ts'
import {
  inspectedShapes,
  inspectionStages,
  inspectionStatuses,
  inspectionVerdicts,
} from '@cloud-factory/domain/inspection/quality-enums'
import { text } from '../enums.ts'

export const maxPiecesOfLot = 200
export const maxPhotoBytes = 20 * 1024 * 1024

const view = { permission: 'quality.view' } as const
const inspect = { permission: 'quality.inspect' } as const
const judge = { permission: 'quality.judge' } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const
const reason = text(500).min(1)

/** An action that changes the status of an inspection. */
const move = {
  params: idParam,
  body: z.strictObject({ version }),
  reply: inspectionForm,
  errors: errors,
} as const
const back = { ...move, body: z.strictObject({ version, reason }) } as const

/** Pieces of one mark that wait at a gate and are in no inspection yet. */
const dueRow = z.object({
  id: z.string(),
  order: z.object({ id, no: z.string() }),
  mark: z.string(),
  process: z.object({ id, code: z.string(), names }),
  isHoldPoint: z.boolean(),
  pieceIds: z.array(id),
  stage: z.enum(inspectionStages),
  /** null: no plan names one, so the first standard in use applies. */
  standardCode: z.string().nullable(),
  /** Its plan creates lots automatically. */
  automatic: z.boolean(),
})
export type DueRow = z.output<typeof dueRow>

/** Result for pieces for which a lot was requested. */
const created = z.object({
  items: z.array(inspectionRow),
  left: z.array(z.object({ piece: z.string(), reason: z.string() })),
})

export const inspectionsApi = endpoints({
  ...gatePlansApi,
  'GET /api/inspections': {
    ...view,
    summary: 'Inspections of every stage and state.',
    query: listQuery(['no', 'createdAt']).extend({
      status: queryWords(inspectionStatuses).optional(),
      verdict: queryWords(inspectionVerdicts).optional(),
      stage: queryWords(inspectionStages).optional(),
      orderId: id.optional(),
      processId: id.optional(),
      pieceId: id.optional(),
    }),
    reply: listOf(inspectionRow),
  },
  'GET /api/due-inspections': {
    ...view,
    summary: 'Pieces before a gate that are in no inspection yet, by mark, the most urgent order first.',
    query: listQuery(['order']).extend({ processId: id.optional(), orderId: id.optional() }),
    reply: listOf(dueRow),
  },
  'POST /api/inspections': {
    ...inspect,
    summary:
      'Makes inspections of pieces, one for each mark; pieces that cannot be in one are left out and listed.',
    body: z.strictObject({
      /** Ids, serial numbers or texts of QR codes. */
      pieces: z.array(text(100).min(1)).min(1).max(500),
      /** The gate to open; null: none. */
      processId: id.nullable(),
      /** Absent: taken from the plan of the gate, or guessed from the mark. */
      stage: z.enum(inspectionStages).optional(),
      standardId: id.optional(),
      shape: z.enum(inspectedShapes).optional(),
      percent: z.int().min(1).max(100).optional(),
      atLeast: z.int().min(1).max(maxPiecesOfLot).optional(),
      /** The machine that made all of them; absent: as stated in the work reports of each piece. */
      machineId: id.optional(),
    }),
    status: 201,
    reply: created,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/automatic-inspections': {
    ...inspect,
    summary:
      'Makes the inspections that gates with an automatic plan wait for; made twice, they are there once.',
    status: 201,
    reply: created,
    errors: ['state.refused'],
  },
  'GET /api/inspections/:id': {
    ...view,
    summary: 'One inspection: its form, its pieces, its readings.',
    params: idParam,
    reply: inspectionForm,
    errors: ['not_found'],
  },
  'PATCH /api/inspections/:id': {
    ...inspect,
    summary:
      'Changes sizes, places of items, crew, machine and note; sizes and places before the first reading only.',
    params: idParam,
    body: z.strictObject({
      version,
      sizes,
      places: z.array(z.strictObject({ itemId: id, place: z.enum(['joint', 'other']) })).max(200),
      note: text(1000),
      /** The machine that made all its pieces; null: unknown; absent: unchanged. */
      machineId: id.nullable().optional(),
      /** The crew that made all its pieces; null: unknown; absent: unchanged. */
      crewId: id.nullable().optional(),
    }),
    reply: inspectionForm,
    errors: errors,
  },
  'GET /api/inspections/:id/optional-items': {
    ...view,
    summary: 'Items of its standard that judge only some members and are not in its form.',
    params: idParam,
    reply: z.object({ items: z.array(optionalItem) }),
    errors: ['not_found'],
  },
  'POST /api/inspections/:id/items': {
    ...inspect,
    summary: 'Adds optional items of the standard to the form of an inspection that is being measured.',
    params: idParam,
    body: z.strictObject({ version, itemIds: z.array(id).min(1).max(50) }),
    reply: inspectionForm,
    errors: errors,
  },
  'DELETE /api/inspection-items/:id': {
    ...inspect,
    summary: 'Takes an added item off its form again, before anything was read at it.',
    params: idParam,
    reply: inspectionForm,
    errors: ['not_found', 'state.refused'],
  },
  'PUT /api/inspections/:id/readings': {
    ...inspect,
    summary:
      'Saves readings, each by itself: what somebody else wrote meanwhile is returned, never overwritten.',
    params: idParam,
    body: z.strictObject({ readings: z.array(reading).min(1).max(500) }),
    reply: z.object({ items: z.array(readingOutcome) }),
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/inspections/:id/submit': {
    ...inspect,
    ...move,
    summary: 'Hands an inspection with all its readings to whoever judges it.',
  },
  'POST /api/inspections/:id/return': {
    ...inspect,
    ...back,
    summary: 'Gives a submitted inspection back to be measured on.',
  },
  'POST /api/inspections/:id/judge': {
    ...judge,
    ...move,
    body: z.strictObject({ version, verdict: z.enum(['pass', 'fail']), note: text(500) }),
    summary: 'Judges a submitted inspection; what the rule fails does not pass.',
  },
  'POST /api/inspections/:id/reopen': {
    ...judge,
    ...back,
    summary: 'Takes a verdict back before it is locked.',
  },
  'POST /api/inspections/:id/lock': {
    ...judge,
    ...move,
    summary: 'Locks a judged inspection for good; passed, it opens its gate.',
  },
  'POST /api/inspections/:id/correct': {
    ...inspect,
    ...back,
    summary: 'Begins a corrected version of a locked inspection, which counts until the new one is locked.',
  },
  'POST /api/inspections/:id/repeat': {
    ...inspect,
    ...move,
    summary: 'Begins the re-inspection of what failed.',
  },
  'POST /api/inspections/:id/cancel': {
    ...inspect,
    ...back,
    summary: 'Cancels an inspection that is not locked; its pieces are due again.',
  },
  'PUT /api/inspections/:id/invitation': {
    ...inspect,
    summary: 'Invites the customer to witness an inspection; another day takes the answer back.',
    params: idParam,
    body: z.strictObject({ onDay: day, note: text(500) }),
    reply: inspectionForm,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/inspections/:id/photos': {
    ...inspect,
    params: idParam,
    summary: 'Adds photos to an inspection that is being measured.',
    upload: { field: 'files', maxBytes: maxPhotoBytes, maxFiles: 10 },
    body: z.strictObject({ itemId: id.optional(), pieceId: id.optional() }),
    status: 201,
    reply: inspectionForm,
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/inspection-photos/:id/file': {
    ...view,
    params: idParam,
    summary: 'The picture.',
    reply: 'file',
    produces: ['image/jpeg', 'image/png', 'image/webp'],
    errors: ['not_found'],
  },
  'DELETE /api/inspection-photos/:id': {
    ...inspect,
    params: idParam,
    summary: 'Takes a photo away while the inspection is being measured.',
    reply: null,
    errors: ['not_found', 'state.refused'],
  },
})
