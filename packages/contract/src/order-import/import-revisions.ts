import { z } from 'zod'
import { endpoints, id, idParam, listOf, listQuery, allowed, queryWords } from '../endpoint.ts'
import { changeDecisions, changeKinds, importView } from './order-imports.ts'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { names } from '../planning/processes.ts'

/** Fields of a mark that an import can change. */
export const changeFields = [
  'quantity',
  'length',
  'weight',
  'profile',
  'grade',
  'parts',
  'name',
  'drawing',
  'revision',
] as const

const markFigures = z.object({
  revision: z.string(),
  quantity: z.int(),
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  netKg: z.number().nullable(),
  /** Part lines. */
  parts: z.int(),
})

export const importChangeRow = z.object({
  id,
  mark: z.string(),
  kind: z.enum(changeKinds),
  fields: z.array(z.enum(changeFields)),
  /** null: not in the order before, or not in it afterwards. */
  before: markFigures.nullable(),
  after: markFigures.nullable(),
  decision: z.enum(changeDecisions),
  /** Its pieces by current state, including superseded and scrapped ones. */
  floor: z.partialRecord(z.enum(pieceStatuses), z.int()),
  /** Pieces on which work has begun. */
  started: z.int(),
  /** Pieces on hold now. */
  heldPieces: z.int(),
  /** A new mark of a released order: its pieces enter the workshop when the import is applied. */
  entersWork: z.boolean(),
  /** The default route of its kind; null: no route claims its kind, so the mark waits for one. */
  route: z.object({ code: z.string(), names }).nullable(),
  can: z.object({ accept: allowed }),
})
export type ImportChangeRow = z.output<typeof importChangeRow>

/** Revisions of an order by imports: the difference, the decisions, and undo. */
export const importRevisionsApi = endpoints({
  'POST /api/imports/:id/compare': {
    summary:
      'Compares an import with its order as it is now; decisions on rows that are as before stay. Whole: what the file does not name is removed.',
    permission: 'order.import',
    params: idParam,
    body: z.strictObject({
      whole: z.boolean(),
      /** Part files that are in no list become marks of their own; absent: unchanged. */
      addUnlisted: z.boolean().optional(),
    }),
    reply: importView,
    errors: ['not_found', 'import.not_ready'],
  },
  'GET /api/imports/:id/changes': {
    summary: 'What an import changes in its order, mark by mark, and where the pieces of each stand.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['mark']).extend({
      kind: queryWords(changeKinds).optional(),
      decision: z.enum(changeDecisions).optional(),
      /** Only marks with work on their pieces at the time of the comparison. */
      touched: z.enum(['true']).optional(),
    }),
    reply: listOf(importChangeRow),
    errors: ['not_found'],
  },
  'POST /api/imports/:id/decisions': {
    summary: 'Accepts or holds rows of an import: those named, or all of a kind that can be accepted.',
    permission: 'order.import',
    params: idParam,
    body: z.strictObject({
      decision: z.enum(changeDecisions),
      /** Absent: all rows of the kinds. */
      changeIds: z.array(id).min(1).max(500).optional(),
      kinds: z.array(z.enum(changeKinds)).min(1).max(4).optional(),
      touched: z.boolean().optional(),
    }),
    reply: importView,
    errors: ['not_found', 'import.not_ready', 'state.refused'],
  },
  'POST /api/imports/:id/part-decisions': {
    summary: 'Says of part files row by row whether their drawing goes to the listed part, whatever differs.',
    permission: 'order.import',
    params: idParam,
    body: z.strictObject({ partIds: z.array(id).min(1).max(200), completes: z.boolean() }),
    reply: importView,
    errors: ['not_found', 'import.not_ready'],
  },
  'POST /api/imports/:id/undo': {
    summary:
      'Takes an applied import back: the order is as it was. Not once work was reported on what it brought.',
    permission: 'order.import',
    params: idParam,
    reply: importView,
    errors: ['not_found', 'state.refused'],
  },
})
