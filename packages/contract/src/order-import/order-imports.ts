import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, listQuery, allowed } from '../endpoint.ts'
import { text } from '../enums.ts'

export const importStatuses = [
  'reading',
  'ready',
  'failed',
  'applying',
  'applied',
  'discarded',
  'undone',
] as const
export const findingLevels = ['error', 'warning', 'info'] as const

/** A finding in a file; its sentence is `finding.<code>` in the translations. */
export const finding = z.object({
  level: z.enum(findingLevels),
  code: z.string(),
  file: z.string(),
  /** Line or row as the user sees it in the file, from 1. */
  row: z.int().nullable(),
  /** Header as in the file, or the name of the field. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type FindingView = z.output<typeof finding>

const totals = z.object({
  marks: z.int(),
  pieces: z.int(),
  parts: z.int(),
  netKg: z.number(),
  grossKg: z.number(),
})

export const changeKinds = ['added', 'changed', 'removed', 'same'] as const
export const changeDecisions = ['accept', 'hold'] as const

/** Rows of an import compared with its order. `touched`: work has begun on their pieces. */
export const differences = z.object({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  same: z.int(),
  touched: z.int(),
  /** Accepted differences; the others are not applied. */
  accepted: z.int(),
  held: z.int(),
})
export type Differences = z.output<typeof differences>

export const importView = z.object({
  id,
  orderId: id,
  orderNo: z.string(),
  status: z.enum(importStatuses),
  /** 0 to 100 while reading or applying. */
  progress: z.int().min(0).max(100),
  files: z.array(
    z.object({ name: z.string(), bytes: z.int(), format: z.string().nullable(), dropped: z.boolean() }),
  ),
  format: z.string().nullable(),
  encoding: z.string().nullable(),
  columns: z.array(z.object({ header: z.string(), meaning: z.string().nullable() })),
  /** Origin of the column meanings: the headers, a user's choice, or a remembered choice for such a list. */
  mappedBy: z.enum(['header', 'person', 'memory']),
  computed: totals,
  /** Total from the file's own 合计 row; null without one. */
  stated: z
    .object({ pieces: z.int().nullable(), netKg: z.number().nullable(), grossKg: z.number().nullable() })
    .nullable(),
  errors: z.int(),
  warnings: z.int(),
  createdAt: instant,
  createdBy: z.string(),
  appliedAt: instant.nullable(),
  undone: z.object({ at: instant, by: z.string() }).nullable(),
  /** The file is the complete list of the order: marks that it does not contain are removed. */
  whole: z.boolean(),
  /** null while the order has no marks: everything is new. */
  differences: differences.nullable(),
  /** Part files compared with the listed parts, by state; null: no part file matched a list. */
  partFiles: z
    .object({
      matched: z.int(),
      differs: z.int(),
      no_file: z.int(),
      no_line: z.int(),
      /** Listed parts that get drawing and holes. */
      completes: z.int(),
      /** Files that are in no list become marks of their own; otherwise they are ignored. */
      addsUnlisted: z.boolean(),
    })
    .nullable(),
  can: z.object({ apply: allowed, discard: allowed, read: allowed, undo: allowed }),
})
export type ImportView = z.output<typeof importView>

export const importMarkRow = z.object({
  id,
  row: z.int(),
  file: z.string(),
  mark: z.string(),
  name: z.string(),
  profile: z.string(),
  grade: z.string().nullable(),
  quantity: z.int(),
  lengthMm: z.number().nullable(),
  netKg: z.number().nullable(),
  grossKg: z.number().nullable(),
  areaM2: z.number().nullable(),
  totalKg: z.number(),
  weightSource: z.enum(['file', 'profile', 'parts', 'none']),
  parts: z.array(
    z.object({
      partMark: z.string(),
      profile: z.string(),
      grade: z.string().nullable(),
      lengthMm: z.number().nullable(),
      quantityPerMark: z.int(),
      netKg: z.number().nullable(),
    }),
  ),
  /** Compared with the order at that time; `added` when the order had no marks. */
  difference: z.enum(changeKinds),
})
export type ImportMarkRow = z.output<typeof importMarkRow>

export const maxImportFileBytes = 20 * 1024 * 1024
export const maxImportFiles = 2000

export const orderImportsApi = endpoints({
  'POST /api/orders/:id/imports': {
    summary:
      'Uploads component lists or NC1 files of an order and starts reading them; nothing is written to the order yet.',
    permission: 'order.import',
    params: idParam,
    upload: { field: 'files', maxBytes: maxImportFileBytes, maxFiles: maxImportFiles },
    status: 202,
    reply: importView,
    errors: [
      'not_found',
      'state.refused',
      'file.empty',
      'file.too_large',
      'file.unknown_type',
      'file.unsafe',
      'server.busy',
    ],
  },
  'GET /api/orders/:id/imports': {
    summary: 'Imports of an order, newest first.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['createdAt']),
    reply: listOf(importView),
    errors: ['not_found'],
  },
  'GET /api/imports/:id': {
    summary: 'One import: state, progress and counts.',
    permission: 'order.view',
    params: idParam,
    reply: importView,
    errors: ['not_found'],
  },
  'GET /api/imports/:id/findings': {
    summary: 'Errors and warnings of an import, by row and column.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['row']).extend({ level: z.enum(findingLevels).optional() }),
    reply: listOf(finding.extend({ id })),
    errors: ['not_found'],
  },
  'GET /api/imports/:id/marks': {
    summary: 'Marks that an import would add, as read.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['row']),
    reply: listOf(importMarkRow),
    errors: ['not_found'],
  },
  'POST /api/imports/:id/apply': {
    summary:
      'Writes the accepted rows of an import without errors, all or none; held rows leave the order as it is.',
    permission: 'order.import',
    params: idParam,
    /** `reason`: why marks without a weight are imported into a released order. */
    body: z.strictObject({ reason: text(300).min(1).optional() }).nullish(),
    reply: importView,
    errors: ['not_found', 'import.has_errors', 'import.not_ready', 'import.stale', 'state.refused'],
  },
  'POST /api/imports/:id/discard': {
    summary: 'Drops an import that was not applied.',
    permission: 'order.import',
    params: idParam,
    reply: importView,
    errors: ['not_found', 'import.not_ready'],
  },
})
