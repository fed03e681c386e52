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
import { colourings } from '@cloud-factory/domain/model/member-states'

export const modelStatuses = ['reading', 'waiting', 'current', 'replaced', 'failed', 'cancelled'] as const
export type ModelStatus = (typeof modelStatuses)[number]

/** Why a model could not be read. */
export const modelErrors = [
  'not_ifc',
  'no_geometry',
  'zip.none',
  'zip.several',
  'zip.encrypted',
  'zip.unsafe',
  'file.timeout',
  'file.unsafe',
  'model.damaged',
] as const
export type ModelError = (typeof modelErrors)[number]

/** `partly_matched`: fewer than half of the members bear a mark of the order. */
export const modelWarnings = ['far', 'duplicate_guids', 'unreadable_parts', 'partly_matched'] as const
export type ModelWarning = (typeof modelWarnings)[number]

/** Of a file, and of what a compressed one contains. */
export const maxModelBytes = 512 * 1024 * 1024

export const memberChanges = ['same', 'added', 'moved', 'changed'] as const

/**
 * How marks of the model and of the order go together. `surplus`: the model has more members than the order pieces;
 * `short`: fewer; `not_in_model`: the order's mark has no member.
 */
export const matchOutcomes = ['matched', 'surplus', 'short', 'unmatched', 'not_in_model'] as const
export type MatchOutcome = (typeof matchOutcomes)[number]

export const modelRevision = z.object({
  id,
  orderId: id,
  revision: z.int(),
  status: z.enum(modelStatuses),
  fileName: z.string(),
  bytes: z.int(),
  /** Percent, while it is read. */
  progress: z.int(),
  error: z.enum(modelErrors).nullable(),
  /** `IFC2X3` or `IFC4`. */
  schema: z.string(),
  application: z.string(),
  members: z.int(),
  /** Members with a piece of the order. */
  matched: z.int(),
  parts: z.int(),
  triangles: z.int(),
  kg,
  /** Portions of the geometry, in the order in which they are to be shown. */
  chunks: z.array(z.object({ bytes: z.int(), parts: z.int() })),
  warnings: z.partialRecord(z.enum(modelWarnings), z.int()),
  /** Against the model before; `removed`: members that only it had. */
  changes: z.partialRecord(z.enum([...memberChanges, 'removed']), z.int()),
  receivedAt: instant,
  receivedBy: z.string(),
  version,
  can: z.object({ use: allowed, cancel: allowed, match: allowed }),
})
export type ModelRevision = z.output<typeof modelRevision>

/** Members in the order of their numbers in the geometry. */
export const modelMember = z.object({
  guid: z.string(),
  /** As in the model. */
  mark: z.string(),
  name: z.string(),
  storey: z.string(),
  area: z.string(),
  /** Of its piece, otherwise of the model. */
  kg: kg.nullable(),
  /** Lower and upper corner, metres. */
  box: z.array(z.number()).length(6),
  change: z.enum([...memberChanges, 'removed']).nullable(),
  markId: id.nullable(),
  pieceId: id.nullable(),
  serial: z.string().nullable(),
})
export type ModelMember = z.output<typeof modelMember>

export const removedMembers = z.object({
  /** The model before; null: there was none. */
  modelId: id.nullable(),
  chunks: modelRevision.shape.chunks,
  /** Subtracted from the coordinates of its geometry, metres. */
  shift: z.array(z.number()).length(3),
  /** `number`: in the geometry of the model before. */
  items: z.array(modelMember.extend({ number: z.int() })),
})
export type RemovedMembers = z.output<typeof removedMembers>

export const matchRow = z.object({
  /** Of the pair of marks. */
  id: z.string(),
  /** Mark in the model; null: the order's mark has no member. */
  modelMark: z.string().nullable(),
  members: z.int(),
  kg: kg.nullable(),
  outcome: z.enum(matchOutcomes),
  source: z.enum(['mark', 'guid', 'hand']).nullable(),
  mark: z.object({ id, mark: z.string(), pieces: z.int() }).nullable(),
})
export type MatchRow = z.output<typeof matchRow>

/** One colour of the model: all pieces of the order in this state, and how many of them the model has. */
export const stateSum = z.object({
  /** A word, or the id of a process, a lot or a delivery. */
  state: z.string(),
  /** Of a lot or a delivery. */
  name: z.string().optional(),
  pieces: z.int(),
  kg,
  inModel: z.int(),
})
export type StateSum = z.output<typeof stateSum>

export const modelStates = z.object({
  revisionId: id,
  /** States of the members by their numbers, as indices into the sums of the same colouring; null: no piece of the order. */
  states: z.record(z.enum(colourings), z.array(z.int().nullable())),
  sums: z.record(z.enum(colourings), z.array(stateSum)),
})
export type ModelStates = z.output<typeof modelStates>

/** Changes of state of the pieces, one after another, in columns (`StateChanges` of the domain). */
const stateChanges = z.object({
  counts: z.array(z.int()),
  /** Since 1970-01-01. */
  days: z.array(z.int()),
  /** Places in the list of statuses of members. */
  states: z.array(z.int()),
})

export const memberDays = z.object({
  revisionId: id,
  /** In the factory's time zone. */
  today: day,
  /** All counted pieces of the order: numbers of their members in the model (null: none) and weights. */
  pieces: z.object({ members: z.array(z.int().nullable()), kg: z.array(kg) }),
  real: stateChanges,
  planned: stateChanges,
})
export type MemberDays = z.output<typeof memberDays>

const refused = ['not_found', 'state.refused'] as const
const versioned = z.strictObject({ version })

export const modelsApi = endpoints({
  'GET /api/orders/:id/models': {
    summary: 'Models of an order, the latest first.',
    permission: 'order.view',
    params: idParam,
    reply: z.object({ items: z.array(modelRevision), can: z.object({ add: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/models': {
    summary: 'Uploads a model (IFC, or a zip file with one) of an order, which is read in the background.',
    permission: 'order.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxModelBytes, maxFiles: 1 },
    status: 201,
    reply: modelRevision,
    errors: [...refused, 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'POST /api/models/:id/cancel': {
    summary: 'Stops reading a model, or discards one that waits.',
    permission: 'order.edit',
    params: idParam,
    body: versioned,
    reply: modelRevision,
    errors: [...refused, 'version.conflict'],
  },
  'POST /api/models/:id/use': {
    summary: 'Puts a model that was read to use, in place of the one before.',
    permission: 'order.edit',
    params: idParam,
    body: versioned,
    reply: modelRevision,
    errors: [...refused, 'version.conflict'],
  },
  'GET /api/models/:id/matches': {
    summary: 'Marks of a model beside those of its order.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['mark']).extend({ outcome: queryWords(matchOutcomes).optional() }),
    reply: listOf(matchRow).extend({ counts: z.partialRecord(z.enum(matchOutcomes), z.int()) }),
    errors: ['not_found'],
  },
  'POST /api/models/:id/matches': {
    summary: 'Says which mark of the order a mark of the model is; null: none.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ modelMark: text(200), markId: id.nullable() }),
    reply: modelRevision,
    errors: refused,
  },
  'GET /api/models/:id/members': {
    summary: 'Members of a model by their numbers in its geometry.',
    permission: 'order.view',
    params: idParam,
    reply: z.object({ items: z.array(modelMember) }),
    errors: ['not_found'],
  },
  'GET /api/models/:id/removed': {
    summary: 'Members that only the model before had, and where its geometry is.',
    permission: 'order.view',
    params: idParam,
    reply: removedMembers,
    errors: ['not_found'],
  },
  'GET /api/models/:id/chunks/:position': {
    summary: 'A portion of the geometry of a model, compressed with gzip.',
    permission: 'order.view',
    params: idParam.extend({ position: z.string().regex(/^[0-9]{1,5}$/) }),
    reply: 'file',
    produces: ['application/gzip'],
    errors: ['not_found'],
  },
  'GET /api/orders/:id/model-states': {
    summary: 'The state of each member of the model in use, with the sums of the pieces of the order.',
    permission: 'order.view',
    params: idParam,
    reply: modelStates,
    errors: ['not_found'],
  },
  'GET /api/orders/:id/model-days': {
    summary:
      'The days on which the pieces of the order reached their states, and on which they should by plan.',
    permission: 'order.view',
    params: idParam,
    reply: memberDays,
    errors: ['not_found'],
  },
})
