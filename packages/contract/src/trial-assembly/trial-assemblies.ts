import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import {
  maxTrialMeasurements,
  maxTrialPhotoBytes,
  maxTrialPieces,
  trialScopes,
  trialStatuses,
} from '@cloud-factory/domain/trial-assembly/trial-enums'
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
import { text } from '../enums.ts'

const row = z.object({
  id,
  no: z.string(),
  order: z.object({ id, no: z.string(), name: z.string() }),
  name: z.string(),
  heldOn: day,
  place: z.string(),
  status: z.enum(trialStatuses),
  pieces: z.int(),
  /** Measurements: all, measured and failed ones. */
  measurements: z.object({ total: z.int(), measured: z.int(), failed: z.int() }),
  releasedAt: instant.nullable(),
  releasedBy: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    measure: allowed,
    release: allowed,
    reopen: allowed,
    cancel: allowed,
    photo: allowed,
  }),
})
export type TrialRow = z.output<typeof row>

const value = z.number().min(-9_999_999).max(9_999_999).multipleOf(0.001)

const measurement = z.object({
  id,
  name: z.string(),
  clause: z.string(),
  unit: z.string(),
  nominal: z.number(),
  /** Permitted deviations; null: no limit on that side. */
  lowerTol: z.number().nullable(),
  upperTol: z.number().nullable(),
  measured: z.number().nullable(),
  measuredAt: instant.nullable(),
  measuredBy: z.string().nullable(),
  verdict: z.enum(['pass', 'fail']).nullable(),
})
export type TrialMeasurement = z.output<typeof measurement>

const piece = z.object({
  id,
  serial: z.string(),
  mark: z.string(),
  profile: z.string(),
  status: z.enum(pieceStatuses),
  position: z.string(),
})
export type TrialPiece = z.output<typeof piece>

const detail = row.extend({
  participants: z.string(),
  note: z.string(),
  result: z.string(),
  /** Why it was reopened or cancelled. */
  reason: z.string(),
  /** Seal of a released record. */
  hash: z.string().nullable(),
  laidOut: z.array(piece),
  values: z.array(measurement),
  photos: z.array(
    z.object({
      id,
      name: z.string(),
      type: z.string(),
      bytes: z.int(),
      addedAt: instant,
      addedBy: z.string(),
    }),
  ),
})
export type TrialDetail = z.output<typeof detail>

const requirement = z.object({
  id,
  /** Empty: all marks without a line of their own. */
  mark: z.string(),
  scope: z.enum(trialScopes),
  version,
})
const requirements = z.object({
  items: z.array(requirement),
  can: z.object({ edit: allowed }),
})
export type TrialRequirements = z.output<typeof requirements>

const facts = {
  name: text(100).min(1),
  heldOn: day,
  place: text(100),
  participants: text(300),
  note: text(1000),
  /** Ids, serials of the order, or texts of QR codes. */
  pieces: z.array(z.strictObject({ piece: text(300).min(1), position: text(60) })).max(maxTrialPieces),
  measurements: z
    .array(
      z
        .strictObject({
          /** null: a new one. */
          id: id.nullable(),
          name: text(100).min(1),
          clause: text(200),
          unit: text(20),
          nominal: value,
          lowerTol: value.nullable(),
          upperTol: value.nullable(),
        })
        .refine(({ lowerTol, upperTol }) => lowerTol !== null || upperTol !== null, {
          path: ['upperTol'],
          message: 'required',
        })
        .refine(({ lowerTol, upperTol }) => lowerTol === null || upperTol === null || lowerTol <= upperTol, {
          path: ['upperTol'],
          message: 'too_small',
        }),
    )
    .max(maxTrialMeasurements),
}

const view = { permission: 'quality.view', params: idParam } as const
const act = {
  params: idParam,
  reply: detail,
  errors: ['not_found', 'version.conflict', 'state.refused'],
} as const
const reason = text(300).min(1)

export const trialAssembliesApi = endpoints({
  'GET /api/trial-assemblies': {
    permission: 'quality.view',
    summary: 'Trial assemblies, the latest day first.',
    query: listQuery(['heldOn', 'no']).extend({
      status: queryWords(trialStatuses).optional(),
      orderId: id.optional(),
    }),
    reply: listOf(row).extend({ can: z.object({ add: allowed }) }),
  },
  'GET /api/trial-assemblies/:id': {
    ...view,
    summary: 'A trial assembly with its pieces, measurements and photos.',
    reply: detail,
    errors: ['not_found'],
  },
  'POST /api/trial-assemblies': {
    permission: 'order.edit',
    summary: 'Plans a trial assembly of pieces of an order.',
    status: 201,
    body: z.strictObject({ orderId: id, ...facts }),
    reply: detail,
    errors: ['not_found', 'state.refused'],
  },
  'PATCH /api/trial-assemblies/:id': {
    ...act,
    permissionOr: ['order.edit', 'quality.inspect'],
    summary: 'Changes an open trial assembly; a measurement with other limits is judged again.',
    body: z.strictObject({ version, ...facts }),
  },
  'PUT /api/trial-assemblies/:id/readings': {
    ...act,
    permission: 'quality.inspect',
    summary: 'Writes measured values; null removes one.',
    body: z.strictObject({
      version,
      items: z
        .array(z.strictObject({ id, measured: value.nullable() }))
        .min(1)
        .max(maxTrialMeasurements),
    }),
  },
  'POST /api/trial-assemblies/:id/release': {
    ...act,
    permission: 'quality.judge',
    summary: 'Releases a trial assembly of which all measurements passed; it does not change any more.',
    body: z.strictObject({ version, result: text(1000).min(1) }),
  },
  'POST /api/trial-assemblies/:id/reopen': {
    ...act,
    permission: 'quality.judge',
    summary: 'Withdraws a release, so that it can be measured again.',
    body: z.strictObject({ version, reason }),
  },
  'POST /api/trial-assemblies/:id/cancel': {
    ...act,
    permission: 'order.edit',
    summary: 'Cancels an open trial assembly; it stays on record.',
    body: z.strictObject({ version, reason }),
  },
  'POST /api/trial-assemblies/:id/photos': {
    ...act,
    permissionOr: ['order.edit', 'quality.inspect'],
    summary: 'Adds photos to an open trial assembly.',
    upload: { field: 'files', maxBytes: maxTrialPhotoBytes, maxFiles: 10 },
    status: 201,
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/trial-photos/:id/file': {
    ...view,
    summary: 'The picture.',
    reply: 'file',
    produces: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    errors: ['not_found'],
  },
  'GET /api/orders/:id/trial-requirements': {
    permissionOr: ['order.view', 'quality.view'],
    summary:
      'Whether pieces of an order must be in a released trial assembly before they are packed, by mark.',
    params: idParam,
    reply: requirements,
    errors: ['not_found'],
  },
  'PUT /api/orders/:id/trial-requirements': {
    permission: 'order.edit',
    summary: 'Sets what is required of a mark, or of all others.',
    params: idParam,
    body: z.strictObject({
      mark: text(200),
      /** null: as the order says. */
      scope: z.enum(trialScopes).nullable(),
      /** Of the present line; null: there is none. */
      version: version.nullable(),
    }),
    reply: requirements,
    errors: ['not_found', 'version.conflict', 'state.refused'],
  },
})
