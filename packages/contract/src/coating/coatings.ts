import { z } from 'zod'
import { maxCoatSpotReadings, maxCoatSpots } from '@cloud-factory/domain/coating/coats.rules'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryVersion,
  queryWords,
  version,
} from '../endpoint.ts'
import {
  coatChecks,
  coatLayers,
  coatStatuses,
  filmRules,
  fireTypes,
} from '@cloud-factory/domain/welding/weld-enums'
import { coatSpecs } from '@cloud-factory/domain/coating/coating-resources'
import { text } from '../enums.ts'
import { fieldSchemas, resourceEndpoints } from '../resource/resource-endpoints.ts'

/** Maximum number of pieces of one record. */
export const maxCoatPieces = 500

const um = z.int().min(1).max(20_000)
const celsius = z.number().min(-40).max(90).multipleOf(0.1)

export const coatSpec = z.object({
  id,
  ...fieldSchemas(coatSpecs, {
    layers: z
      .array(z.strictObject({ layer: z.enum(coatLayers), product: text(80), minUm: um }))
      .min(1)
      .max(6),
    fire: z
      .strictObject({ type: z.enum(fireTypes), designMm: z.number().min(0.1).max(200).multipleOf(0.01) })
      .nullable(),
  }),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type CoatSpec = z.output<typeof coatSpec>

const climate = { airC: celsius, humidity: z.number().min(1).max(100).multipleOf(0.1), substrateC: celsius }

const limits = z.object({
  minUm: z.int(),
  maxUm: z.int().nullable(),
  allowanceUm: z.int(),
  rule: z.enum(filmRules),
  fire: z.object({ type: z.enum(fireTypes), designMm: z.number() }).nullable(),
})
export const coatRow = z.object({
  id,
  no: z.string(),
  order: z.object({ id, no: z.string() }),
  spec: z.object({ id, code: z.string() }),
  check: z.enum(coatChecks),
  /** As specified when the record was created. */
  limits,
  status: z.enum(coatStatuses),
  appliedAt: instant,
  ...climate,
  /** °C, by the Magnus formula. */
  dewPointC: z.number(),
  pieces: z.int(),
  /** Pieces with complete readings, and how many pieces need them. */
  measured: z.int(),
  sample: z.int(),
  note: z.string(),
  judgedAt: instant.nullable(),
  judgedBy: z.string().nullable(),
  createdBy: z.string(),
  version,
  can: z.object({ enter: allowed, judge: allowed, reopen: allowed, delete: allowed }),
})
export type CoatRow = z.output<typeof coatRow>

/** A reading with two decimals: µm for a film, mm for a fire coating. Text, because it must never become a float. */
const reading = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})(\.\d{1,2})?$/)
  .nullable()
/** By spot for a film, five of three; by section for a fire coating, as many as the piece has. */
const readings = z.array(z.array(reading).min(1).max(maxCoatSpotReadings)).min(1).max(maxCoatSpots)

export const coatPiece = z.object({
  id,
  serial: z.string(),
  mark: z.string(),
  readings,
  verdict: z.enum(['pass', 'fail']).nullable(),
})
export type CoatPiece = z.output<typeof coatPiece>

const act = { permission: 'quality.inspect', params: idParam } as const
const access = { permission: 'quality.view' } as const
const errors = ['not_found', 'version.conflict', 'state.refused'] as const

export const coatingsApi = endpoints({
  ...resourceEndpoints(coatSpecs, {
    row: coatSpec,
    summary: {
      list: 'Specifications of coats.',
      create: 'Adds a specification.',
      update: 'Changes a specification; records that are there keep the limits they were made with.',
      delete: 'Deletes a specification that no record was made by.',
    },
  }),
  'GET /api/coats': {
    ...access,
    summary: 'Records of coats.',
    query: listQuery(['no', 'createdAt']).extend({
      status: queryWords(coatStatuses).optional(),
      check: queryWords(coatChecks).optional(),
      orderId: id.optional(),
    }),
    reply: listOf(coatRow),
  },
  'POST /api/coats': {
    permission: 'quality.inspect',
    summary: 'Opens a record for pieces of one order; refused when the climate forbade painting.',
    body: z.strictObject({
      specId: id,
      check: z.enum(coatChecks),
      pieceIds: z.array(id).min(1).max(maxCoatPieces),
      appliedAt: instant,
      ...climate,
      note: text(300),
    }),
    status: 201,
    reply: coatRow,
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/coats/:id': {
    ...access,
    summary: 'One record.',
    params: idParam,
    reply: coatRow,
    errors: ['not_found'],
  },
  'GET /api/coats/:id/pieces': {
    ...access,
    summary: 'Pieces of a record with their readings.',
    params: idParam,
    query: listQuery(['serial']),
    reply: listOf(coatPiece),
    errors: ['not_found'],
  },
  'PUT /api/coats/:id/readings': {
    ...act,
    summary: 'Keeps readings of pieces, as many as there are yet.',
    body: z.strictObject({
      version,
      pieces: z
        .array(z.strictObject({ pieceId: id, readings }))
        .min(1)
        .max(100),
    }),
    reply: coatRow,
    errors: errors,
  },
  'POST /api/coats/:id/judge': {
    permission: 'quality.judge',
    params: idParam,
    summary:
      'Judges a record: all of its pieces stand or fall with those measured. Readings far too thick need a reason.',
    body: z.strictObject({ version, reason: text(300).min(1).optional() }),
    reply: coatRow,
    errors: errors,
  },
  'POST /api/coats/:id/reopen': {
    permission: 'quality.judge',
    params: idParam,
    summary: 'Takes a verdict back; what it opened shuts again.',
    body: z.strictObject({ version, reason: text(300).min(1) }),
    reply: coatRow,
    errors: errors,
  },
  'DELETE /api/coats/:id': {
    ...act,
    summary: 'Deletes a record that is not judged.',
    query: z.strictObject({ version: queryVersion }),
    reply: null,
    errors: errors,
  },
})
