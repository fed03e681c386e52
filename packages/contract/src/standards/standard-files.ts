import { z } from 'zod'
import { endpoints, idParam, queryVersion } from '../endpoint.ts'
import { editionRow, longNames, editionBrief, editionInput, itemInput, standardInput } from './standards.ts'
import { code } from '../enums.ts'
import { toleranceRule } from './quality-rules.ts'
import { inspectedShapes, itemChanges } from '@cloud-factory/domain/inspection/quality-enums'

/**
 * `missing`: the plant has no standard with that code; `newer`: no edition of it has all built-in items; `there`: one
 * has.
 */
const shippedStates = ['missing', 'newer', 'there'] as const

const shippedStandard = z.object({
  /** Code of the standard. */
  id: z.string(),
  names: longNames,
  edition: z.string(),
  items: z.int(),
  /** Compared with the closest edition of the plant: built-in items that it lacks, by shape and Chinese name. */
  lacking: z.int(),
  /** Items that have another figure, stage or clause there. */
  changed: z.int(),
  state: z.enum(shippedStates),
})
export type ShippedStandardRow = z.output<typeof shippedStandard>

export const shippedStandardsApi = endpoints({
  'GET /api/shipped-standards': {
    permission: 'quality.view',
    summary: 'Standards that this version of the product ships, and what of them the plant does not have.',
    reply: z.object({ items: z.array(shippedStandard) }),
  },
  'POST /api/shipped-standards': {
    permission: 'quality.standards',
    summary: 'Takes a shipped standard over as a new draft edition; what is there stays as it is.',
    body: z.strictObject({ code }),
    status: 201,
    reply: editionRow,
    errors: ['not_found', 'state.refused'],
  },
})

/** Format identifier of a file. `schema` is its version; this program reads version 1. */
export const standardFileFormat = 'cloud-factory.standard'
export const standardFileSchema = 1
const maxItems = 1000

/** One edition of a standard as a file, for exchange with other factories or programs. */
export const standardFile = z.strictObject({
  format: z.literal(standardFileFormat),
  schema: z.literal(standardFileSchema),
  standard: z.strictObject({
    code: standardInput.code,
    names: standardInput.names,
    verdict: standardInput.verdict,
  }),
  edition: z.strictObject(editionInput),
  items: z.array(z.strictObject(itemInput)).max(maxItems),
})
export type StandardFile = z.output<typeof standardFile>

/** Place of an error in a file: an item, counted from 1, or outside the items. */
const fileError = z.object({
  item: z.int().nullable(),
  /** `rule.lo`, `edition.no`; empty: the whole file. */
  field: z.string(),
  reason: z.string(),
  limit: z.number().optional(),
})
export type StandardFileError = z.output<typeof fileError>

const ruleOnly = z.object({ rule: toleranceRule })
const fileChange = z.object({
  /** The item's position in the file, from 1; for a removed item, its id. */
  id: z.string(),
  change: z.enum(itemChanges),
  shape: z.enum(inspectedShapes),
  names: longNames,
  fields: z.array(z.string()),
  before: ruleOnly.nullable(),
  after: ruleOnly.nullable(),
})

const filePreview = z.object({
  /** The effect of importing it. */
  outcome: z.enum(['new_standard', 'new_edition', 'changed_draft', 'refused']),
  standard: z.object({ code: z.string(), names: longNames }).nullable(),
  no: z.string().nullable(),
  items: z.int(),
  /** The draft that it changes, otherwise the edition in use: the basis of the changes. */
  against: editionBrief.nullable(),
  /** Version of the draft that it changes; to be sent with the import. */
  version: z.int().nullable(),
  errors: z.array(fileError),
  changes: z.array(fileChange),
})
export type StandardFilePreview = z.output<typeof filePreview>

const upload = { field: 'file', maxBytes: 2_000_000, maxFiles: 1 } as const
/** Replaces the edition number in the file. */
const no = code.optional()

export const standardFilesApi = endpoints({
  'GET /api/editions/:id/file': {
    permission: 'quality.view',
    summary: 'An edition as a file: JSON with the version of its form.',
    params: idParam,
    reply: 'file',
    produces: ['application/json'],
    errors: ['not_found'],
  },
  'POST /api/standard-files/preview': {
    permission: 'quality.standards',
    summary: 'What is wrong with a file of a standard, and what writing it would change. Writes nothing.',
    upload,
    body: z.strictObject({ no }),
    reply: filePreview,
    errors: ['file.empty', 'file.too_large'],
  },
  'POST /api/standard-files/apply': {
    permission: 'quality.standards',
    summary: 'Writes a file of a standard as a draft edition, all of it or nothing.',
    upload,
    body: z.strictObject({ no, version: queryVersion.optional() }),
    status: 201,
    reply: editionRow,
    errors: ['file.empty', 'file.too_large', 'duplicate', 'version.conflict', 'state.refused'],
  },
})
