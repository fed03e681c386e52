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
  queryWords,
  version,
} from '../endpoint.ts'
import {
  maxNcrCost,
  maxNcrPieces,
  maxPhotoBytes,
  ncrAges,
  ncrCauses,
  ncrDispositions,
  ncrSeverities,
  ncrSources,
  ncrStatuses,
} from '@cloud-factory/domain/ncr/ncr-enums'
import { ncrEvent, ncrPiece } from './ncr-parts.ts'
import { assignee, assigneeFilter, assignment } from '../inbox/assignees.ts'
import { names } from '../planning/processes.ts'
import { kg, text } from '../enums.ts'

const words = text(2000)
const reason = text(500).min(1)
/** Amount in the factory's own currency. */
const cost = z.number().min(0).max(maxNcrCost).multipleOf(0.01)
/** Why an unlikely cost is right. */
const costReason = { reason: text(300).min(1).optional() }
const person = z.object({ at: instant, by: z.string(), note: z.string() })

const facts = {
  defectId: id,
  severity: z.enum(ncrSeverities),
  description: words.min(1),
  crewId: id.nullable(),
  /** The machine that made it. Absent when raising: the machine in its pieces' work reports, if they agree. */
  machineId: id.nullable().optional(),
  dueOn: day.nullable(),
}
const causes = {
  cause: z.enum(ncrCauses).nullable(),
  causeNote: words,
  cost: cost.nullable(),
}

export const ncrRow = z.object({
  id,
  no: z.string(),
  status: z.enum(ncrStatuses),
  source: z.enum(ncrSources),
  severity: z.enum(ncrSeverities),
  defect: z.object({ id, code: z.string(), names }),
  description: z.string(),
  /** null when it is about material, or pieces of several orders. */
  order: z.object({ id, no: z.string() }).nullable(),
  /** Mark of its pieces, if they share one. */
  mark: z.string().nullable(),
  pieces: z.int(),
  kg,
  disposition: z.enum(ncrDispositions).nullable(),
  ...causes,
  crew: z.object({ id, name: z.string() }).nullable(),
  machine: z.object({ id, name: z.string() }).nullable(),
  assignee,
  dueOn: day.nullable(),
  overdue: z.boolean(),
  /** Whole days from raising to closing, or until now. */
  daysOpen: z.int(),
  raisedAt: instant,
  raisedBy: z.string(),
  closedAt: instant.nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    dispose: allowed,
    approve: allowed,
    reject: allowed,
    start: allowed,
    finish: allowed,
    verify: allowed,
    cancel: allowed,
    photo: allowed,
  }),
})
export type NcrRow = z.output<typeof ncrRow>

export const ncrPhoto = z.object({
  id,
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  addedAt: instant,
  addedBy: z.string(),
})
export type NcrPhoto = z.output<typeof ncrPhoto>

/** In addition to the row: its origin, decisions and photos. */
export const ncrDetail = ncrRow.extend({
  inspection: z.object({ id, no: z.string() }).nullable(),
  /** The judged item of the inspection, in three languages. */
  item: names.nullable(),
  receipt: z.object({ id, no: z.string() }).nullable(),
  /** The process whose gate a concession opens. */
  process: z.object({ id, code: z.string(), names }).nullable(),
  /** How often its execution was started. */
  rounds: z.int(),
  /** Repairs of one piece that its project allows; null without pieces. */
  repairLimit: z.int().nullable(),
  disposed: person.nullable(),
  approved: person.nullable(),
  /** Who of customer or design agreed to a concession, and where that is recorded. */
  agreedBy: z.string().nullable(),
  started: person.nullable(),
  finished: person.nullable(),
  verified: person.nullable(),
  reinspection: z.object({ id, no: z.string() }).nullable(),
  cancelReason: z.string().nullable(),
  photos: z.array(ncrPhoto),
})
export type NcrDetail = z.output<typeof ncrDetail>

const view = { permission: 'quality.view', params: idParam } as const
/** People who do the work or supervise it. */
const doers = ['order.report', 'quality.inspect', 'quality.judge'] as const
const act = {
  params: idParam,
  reply: ncrDetail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const
const judge = { ...act, permission: 'quality.judge' } as const
const work = { ...act, permissionOr: doers } as const
const note = z.strictObject({ version, note: words })

export const ncrsApi = endpoints({
  'GET /api/ncrs': {
    permission: 'quality.view',
    summary: 'Non-conformance reports.',
    query: listQuery(['no', 'raisedAt', 'dueOn', 'kg', 'assignee', 'updatedAt']).extend({
      status: queryWords(ncrStatuses).optional(),
      severity: queryWords(ncrSeverities).optional(),
      disposition: queryWords(ncrDispositions).optional(),
      cause: queryWords(ncrCauses).optional(),
      /** Only open ones of this age. */
      age: z.enum(ncrAges).optional(),
      /** Open ones past their due date. */
      overdue: z.enum(['true']).optional(),
      /** Reports whose pieces all belong to this project. */
      projectId: id.optional(),
      orderId: id.optional(),
      pieceId: id.optional(),
      /** A defect, or a group of defects. */
      defectId: id.optional(),
      crewId: id.optional(),
      inspectionId: id.optional(),
      assigneeId: assigneeFilter.optional(),
    }),
    reply: listOf(ncrRow).extend({ can: z.object({ raise: allowed }) }),
  },
  'GET /api/ncr-ageing': {
    permission: 'quality.view',
    summary: 'How many reports have been open for how long.',
    reply: z.object({
      items: z.array(
        z.object({
          id: z.enum(ncrAges),
          reports: z.int(),
          pieces: z.int(),
          kg,
          critical: z.int(),
          overdue: z.int(),
        }),
      ),
      total: z.int(),
    }),
  },
  'GET /api/ncrs/:id': {
    ...view,
    summary: 'One report with its decisions.',
    reply: ncrDetail,
    errors: ['not_found'],
  },
  'GET /api/ncrs/:id/pieces': {
    ...view,
    summary: 'Pieces of a report, where they stand now, and what else keeps them.',
    reply: z.object({ items: z.array(ncrPiece) }),
    errors: ['not_found'],
  },
  'GET /api/ncrs/:id/events': {
    ...view,
    summary: 'What was done with a report, newest first.',
    reply: z.object({ items: z.array(ncrEvent) }),
    errors: ['not_found'],
  },
  'POST /api/ncrs': {
    permissionOr: doers,
    summary: 'Raises a report; its pieces stop until it is closed.',
    body: z.strictObject({
      ...facts,
      source: z.enum(['reading', 'lot', 'piece', 'scan']),
      /** Piece ids, serial numbers or texts of QR codes. */
      pieces: z.array(text(300).min(1)).min(1).max(maxNcrPieces),
      /** The inspection, and the item in its form, whose reading is outside its limits. */
      inspectionId: id.nullable(),
      itemId: id.nullable(),
    }),
    status: 201,
    reply: ncrDetail,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/ncrs/:id': {
    ...work,
    summary: 'Changes what is known of a report that is not closed.',
    body: z.strictObject({ version, ...facts, ...causes, ...costReason }),
  },
  'POST /api/ncrs/:id/assign': {
    ...work,
    summary: 'Assigns a report to a person, who gets a message, or to nobody.',
    body: assignment,
  },
  'POST /api/ncrs/:id/dispose': {
    ...judge,
    summary: 'Says what is to be done.',
    body: z.strictObject({
      version,
      disposition: z.enum(ncrDispositions),
      note: reason,
      /** The process whose gate a concession opens for its pieces. */
      processId: id.nullable(),
      crewId: id.nullable(),
      dueOn: day.nullable(),
      ...causes,
      ...costReason,
    }),
  },
  'POST /api/ncrs/:id/approve': {
    ...judge,
    summary:
      'Approves what is to be done; a concession needs its right and the agreement of customer or design.',
    body: z.strictObject({ version, note: words, agreedBy: text(300).nullable() }),
  },
  'POST /api/ncrs/:id/reject': {
    ...judge,
    summary: 'Refuses what is to be done: the report is open again.',
    body: z.strictObject({ version, note: reason }),
  },
  'POST /api/ncrs/:id/start': {
    ...work,
    summary: 'Begins the execution.',
    body: note,
  },
  'POST /api/ncrs/:id/finish': {
    ...work,
    summary: 'Ends the execution; pieces to be scrapped are scrapped by it.',
    body: z.strictObject({
      version,
      note: reason,
      cost: cost.nullable(),
      ...costReason,
      /** Creates new pieces for the scrapped ones. */
      replace: z.boolean(),
    }),
  },
  'POST /api/ncrs/:id/verify': {
    ...judge,
    summary: 'Says whether the execution is good: closes the report, or sends it back.',
    body: z.strictObject({ version, passed: z.boolean(), note: words, reinspectionId: id.nullable() }),
  },
  'POST /api/ncrs/:id/cancel': {
    ...judge,
    summary: 'Takes back a report that was raised by mistake or lost its subject; its pieces are free.',
    body: z.strictObject({ version, note: reason }),
  },
  'POST /api/ncrs/:id/photos': {
    ...work,
    summary: 'Adds photos to a report.',
    upload: { field: 'files', maxBytes: maxPhotoBytes, maxFiles: 10 },
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/ncr-photos/:id/file': {
    ...view,
    summary: 'A photo of a report.',
    reply: 'file',
    produces: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    errors: ['not_found'],
  },
})
