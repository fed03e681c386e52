import { z } from 'zod'
import { endpoints, id, idParam, listOf, listQuery, allowed, queryWords } from '../endpoint.ts'
import { changeDecisions, changeKinds, importView } from './order-imports.ts'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { names } from '../planning/processes.ts'

/**
 * A listed part compared with its part file. matched: both agree. differs: see `fields`. no_file: listed only.
 * no_line: in a file only.
 */
export const partStates = ['matched', 'differs', 'no_file', 'no_line'] as const
export const partFields = ['profile', 'grade', 'length', 'weight', 'quantity'] as const

const figures = z.object({
  profile: z.string(),
  grade: z.string().nullable(),
  lengthMm: z.number().nullable(),
  /** Per piece. */
  netKg: z.number().nullable(),
  /** Pieces of all marks together. */
  quantity: z.int(),
})
export type PartFigures = z.output<typeof figures>

const importPartRow = z.object({
  id,
  partMark: z.string(),
  state: z.enum(partStates),
  fields: z.array(z.enum(partFields)),
  file: z.string().nullable(),
  /** Marks that have the part, the first few. */
  marks: z.array(z.string()),
  listed: figures.nullable(),
  inFile: figures.nullable(),
  /** Drawing and holes of the file are assigned to the listed part; not when profile or length differ. */
  completes: z.boolean(),
})
export type ImportPartRow = z.output<typeof importPartRow>

export const importPartsApi = endpoints({
  'GET /api/imports/:id/parts': {
    summary: 'Part files of an import against the parts of the lists: what matches, differs or is missing.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['partMark']).extend({ state: z.enum(partStates).optional() }),
    reply: listOf(importPartRow),
    errors: ['not_found'],
  },
})

/** Faces of a part in DSTV: v web front or plate, h web back, o upper flange, u lower flange. */
const partFaces = ['v', 'h', 'o', 'u'] as const

const face = z.enum(partFaces)

/** Millimetres from the lower left corner of the face, angles in degrees. */
const partGeometry = z.object({
  lengthMm: z.number(),
  heightMm: z.number(),
  /** Width of the flanges; 0 for a plate. */
  flangeMm: z.number(),
  holes: z.array(
    z.object({
      face,
      x: z.number(),
      y: z.number(),
      diameter: z.number(),
      /** 0: through hole. */
      depth: z.number(),
      /** Of a slot, between the centres of its ends; 0: round hole. */
      length: z.number(),
      width: z.number(),
      angle: z.number(),
    }),
  ),
  contours: z.array(
    z.object({
      face,
      /** `mark`: powder or punch lines, which are drawn and not cut. */
      kind: z.enum(['outer', 'inner', 'mark']),
      /** `radius` bends the segment to the next point, positive counterclockwise; 0: straight. */
      points: z.array(z.object({ x: z.number(), y: z.number(), radius: z.number() })),
    }),
  ),
})
export type PartGeometry = z.output<typeof partGeometry>

export const partDrawingsApi = endpoints({
  'GET /api/parts/:id/drawing': {
    summary: 'Faces of a part with their holes and contours, where its file had them.',
    permission: 'order.view',
    params: idParam,
    reply: z.object({ id, partMark: z.string(), profile: z.string(), geometry: partGeometry.nullable() }),
    errors: ['not_found'],
  },
})

/** Fields of a mark that an import can change. */
const changeFields = [
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

const importChangeRow = z.object({
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
