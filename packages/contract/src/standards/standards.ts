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
  version,
} from '../endpoint.ts'
import { toleranceRule } from './quality-rules.ts'
import {
  certainties,
  editionStatuses,
  inspectedShapes,
  inspectionStages,
  itemChanges,
  itemClasses,
  itemMeasures,
  sizeNames,
  verdictFamilies,
} from '@cloud-factory/domain/inspection/quality-enums'
import { code, namesOf, text } from '../enums.ts'

/** Why a part of a standard cannot be changed: values of `can`, params of `state.refused`. */
export const standardReasons = [
  'permission.denied',
  'in_use',
  'edition.not_draft',
  'edition.not_approved',
  'edition.no_items',
  'items.incomplete',
  'edition.retired',
  'item.verified',
  'item.not_verified',
  'standard_file.wrong',
  'standard.taken_over',
] as const
export type StandardReason = (typeof standardReasons)[number]

/** Names in three languages. */
export const longNames = namesOf(120)

export const standardInput = { code, names: longNames, verdict: z.enum(verdictFamilies), active: z.boolean() }
export const editionBrief = z.object({ id, no: z.string(), status: z.enum(editionStatuses) })
export const standardRow = z.object({
  id,
  ...standardInput,
  editions: z.int(),
  /** The edition for new inspections: the latest approved one, otherwise the first draft. */
  inUse: editionBrief.nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, delete: allowed }),
})
export type StandardRow = z.output<typeof standardRow>

export const editionInput = { no: code, validFrom: day.nullable(), source: text(1000) }
export const editionRow = z.object({
  id,
  standardId: id,
  ...editionInput,
  status: z.enum(editionStatuses),
  items: z.int(),
  /** Items that somebody checked against the official text. */
  verified: z.int(),
  /** Items per shape, in the order of the edition. */
  shapes: z.array(z.object({ shape: z.enum(inspectedShapes), items: z.int(), verified: z.int() })),
  approvedAt: instant.nullable(),
  approvedBy: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({
    edit: allowed,
    approve: allowed,
    retire: allowed,
    delete: allowed,
    copy: allowed,
    verify: allowed,
  }),
})
export type EditionRow = z.output<typeof editionRow>

export const itemInput = {
  shape: z.enum(inspectedShapes),
  names: longNames,
  /** Stages whose form contains it; empty: all. */
  stages: z.array(z.enum(inspectionStages)).max(inspectionStages.length),
  class: z.enum(itemClasses),
  measures: z.enum(itemMeasures),
  /** The size that is its nominal value; only when it measures a size. */
  nominalOf: z.enum(sizeNames).nullable(),
  rule: toleranceRule,
  /** Judges only some members, such as an end plate: computed and shown, but not automatically part of a form. */
  optional: z.boolean(),
  unit: text(12).min(1),
  /** A value of `toolNames`, or any other text. */
  tool: text(60),
  method: text(500),
  points: z.int().min(1).max(200),
  sampling: text(200),
  clause: text(60),
  certainty: z.enum(certainties),
  /** Source of the figure, and differences between sources. */
  source: text(500),
}

/** Where in the official text a figure was found. */
const verifiedIn = {
  /** Number and year of the text, or its printing. */
  document: text(200).min(1),
  /** Empty: the clause in the item itself. */
  clause: text(60),
  page: text(40),
}
export const verification = z.object({ ...verifiedIn, at: instant, by: z.string() })

export const itemRow = z.object({
  id,
  editionId: id,
  position: z.int(),
  ...itemInput,
  /** null: its figures are not verified against the official text yet. */
  verified: verification.nullable(),
  /** Version of the edition: every change of an item changes its edition. */
  version,
  can: z.object({ edit: allowed }),
})
export type StandardItemRow = z.output<typeof itemRow>
/** What a user enters of an item. */
export type StandardItemFacts = Pick<StandardItemRow, keyof typeof itemInput>

/** One item in two editions, matched by shape and name. */
const itemChange = z.object({
  id,
  change: z.enum(itemChanges),
  shape: z.enum(inspectedShapes),
  names: longNames,
  /** Fields that differ; empty for added or removed items. */
  fields: z.array(z.string()),
  before: itemRow.omit({ can: true, version: true, verified: true }).nullable(),
  after: itemRow.omit({ can: true, version: true, verified: true }).nullable(),
})
export type ItemChange = z.output<typeof itemChange>

const editAccess = { permission: 'quality.standards', params: idParam } as const
const versioned = z.strictObject({ version: queryVersion })
const itemIds = z.array(id).min(1).max(500)
const raced = ['not_found', 'version.conflict', 'state.refused'] as const

export const standardsApi = endpoints({
  'GET /api/standards': {
    permission: 'quality.view',
    summary: 'Standards that pieces are judged by.',
    query: listQuery(['code']),
    reply: listOf(standardRow),
  },
  'POST /api/standards': {
    permission: 'quality.standards',
    summary: 'Adds a standard.',
    body: z.strictObject(standardInput),
    status: 201,
    reply: standardRow,
    errors: ['duplicate'],
  },
  'PATCH /api/standards/:id': {
    ...editAccess,
    summary: 'Changes what a standard is called and whether it is offered.',
    body: z.strictObject({ version, ...standardInput }),
    reply: standardRow,
    errors: ['not_found', 'duplicate', 'version.conflict'],
  },
  'DELETE /api/standards/:id': {
    ...editAccess,
    summary: 'Deletes a standard that nothing was inspected by and that has no approved edition.',
    query: versioned,
    reply: null,
    errors: ['not_found', 'in_use', 'version.conflict', 'state.refused'],
  },
  'GET /api/standards/:id/editions': {
    permission: 'quality.view',
    summary: 'Editions of a standard, the newest first.',
    params: idParam,
    query: listQuery(['no']),
    reply: listOf(editionRow),
    errors: ['not_found'],
  },
  'POST /api/standards/:id/editions': {
    ...editAccess,
    summary: 'Adds a draft edition, empty or with all items of another one.',
    body: z.strictObject({ ...editionInput, copyOf: id.nullable() }),
    status: 201,
    reply: editionRow,
    errors: ['not_found', 'duplicate'],
  },
  'PATCH /api/editions/:id': {
    ...editAccess,
    summary: 'Changes what a draft edition says of itself.',
    body: z.strictObject({ version, ...editionInput }),
    reply: editionRow,
    errors: [...raced, 'duplicate'],
  },
  'POST /api/editions/:id/approve': {
    ...editAccess,
    summary: 'Approves a draft edition: from then on it never changes.',
    body: z.strictObject({ version }),
    reply: editionRow,
    errors: raced,
  },
  'POST /api/editions/:id/retire': {
    ...editAccess,
    summary: 'Takes an approved edition out of use; what was inspected by it stays.',
    body: z.strictObject({ version }),
    reply: editionRow,
    errors: raced,
  },
  'DELETE /api/editions/:id': {
    ...editAccess,
    summary: 'Deletes a draft edition that nothing was inspected by.',
    query: versioned,
    reply: null,
    errors: [...raced, 'in_use'],
  },
  'GET /api/editions/:id/items': {
    permission: 'quality.view',
    summary: 'Items of an edition in its order.',
    params: idParam,
    query: listQuery(['position']).extend({
      shape: z.enum(inspectedShapes).optional(),
      /** Only verified items, or only unverified ones. */
      verified: z.enum(['true', 'false']).optional(),
    }),
    reply: listOf(itemRow),
    errors: ['not_found'],
  },
  'POST /api/editions/:id/checks': {
    ...editAccess,
    summary: 'Checks items off: their figures were found in the official text, there.',
    body: z.strictObject({ version, itemIds, ...verifiedIn }),
    reply: editionRow,
    errors: raced,
  },
  'POST /api/editions/:id/checks/undo': {
    ...editAccess,
    summary: 'Takes the check off items back: they are to be verified again.',
    body: z.strictObject({ version, itemIds }),
    reply: editionRow,
    errors: raced,
  },
  'POST /api/editions/:id/items': {
    ...editAccess,
    summary: 'Adds an item to a draft edition, behind the last one of its shape.',
    body: z.strictObject({ version, ...itemInput }),
    status: 201,
    reply: itemRow,
    errors: raced,
  },
  'PUT /api/editions/:id/order': {
    ...editAccess,
    summary: 'Puts the items of one shape of a draft edition in this order.',
    body: z.strictObject({ version, shape: z.enum(inspectedShapes), itemIds: z.array(id).min(1).max(200) }),
    reply: editionRow,
    errors: raced,
  },
  'PATCH /api/standard-items/:id': {
    ...editAccess,
    summary: 'Changes an item of a draft edition.',
    body: z.strictObject({ version, ...itemInput }),
    reply: itemRow,
    errors: raced,
  },
  'DELETE /api/standard-items/:id': {
    ...editAccess,
    summary: 'Takes an item out of a draft edition.',
    query: versioned,
    reply: null,
    errors: raced,
  },
  'GET /api/editions/:id/difference': {
    permission: 'quality.view',
    summary: 'What an edition changes against another one.',
    params: idParam,
    query: z.strictObject({ against: id }),
    reply: listOf(itemChange),
    errors: ['not_found'],
  },
})
