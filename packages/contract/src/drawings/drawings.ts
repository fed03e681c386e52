import { z } from 'zod'
import {
  allowed,
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

export const drawingKinds = ['assembly', 'part', 'erection', 'general'] as const
export type DrawingKind = (typeof drawingKinds)[number]

/** `issued`: for fabrication, the valid one. A revision is superseded when a higher one is issued, or received before it was issued. */
export const revisionStatuses = ['received', 'issued', 'superseded'] as const

/**
 * What confirming an uploaded file does, or why it cannot be confirmed yet. `revision_differs`: this revision exists
 * with another content.
 */
export const fileOutcomes = [
  'matched',
  'new_revision',
  'same_file',
  'older',
  'revision_differs',
  'other_order',
  'unmatched',
  'unreadable',
] as const
export type FileOutcome = (typeof fileOutcomes)[number]

/** Outcomes of files that can be confirmed. */
export const readyOutcomes = [
  'matched',
  'new_revision',
  'same_file',
  'older',
] as const satisfies FileOutcome[]

export const maxDrawingBytes = 50 * 1024 * 1024
/** Maximum number of files per request; a browser sends a folder in several. */
export const maxDrawingFiles = 20
/** Maximum number of files of an order that wait to be confirmed. */
export const maxWaitingFiles = 10_000

export const drawingRevision = z.object({
  id,
  /** As written on the drawing; empty: none. */
  revision: z.string(),
  status: z.enum(revisionStatuses),
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  pages: z.int(),
  /** The page of the file that shows the drawing. */
  page: z.int(),
  receivedAt: instant,
  receivedBy: z.string(),
  issuedAt: instant.nullable(),
  issuedBy: z.string().nullable(),
})
export type DrawingRevision = z.output<typeof drawingRevision>

export const drawingRow = z.object({
  id,
  orderId: id,
  drawingNo: z.string(),
  title: z.string(),
  kind: z.enum(drawingKinds),
  /** Its highest revision. */
  current: drawingRevision,
  /** The revision issued for fabrication; null: none yet. */
  issued: drawingRevision.nullable(),
  marks: z.array(z.object({ id, mark: z.string() })),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, issue: allowed }),
})
export type DrawingRow = z.output<typeof drawingRow>

export const drawingDetail = drawingRow.extend({ revisions: z.array(drawingRevision) })
export type DrawingDetail = z.output<typeof drawingDetail>

/** An uploaded file that waits to be confirmed. */
export const drawingFileRow = z.object({
  id,
  fileName: z.string(),
  bytes: z.int(),
  /** Null: it could not be read. */
  pages: z.int().nullable(),
  drawingNo: z.string(),
  revision: z.string(),
  title: z.string(),
  kind: z.enum(drawingKinds),
  /** What the number was found in; null: nowhere. */
  source: z.enum(['name', 'text', 'hand']).nullable(),
  outcome: z.enum(fileOutcomes),
  /** The highest revision that the drawing has already; null: a new drawing. */
  current: z.string().nullable(),
  /** The order whose number it bears. */
  other: z.object({ id, no: z.string() }).nullable(),
  marks: z.array(z.object({ id, mark: z.string() })),
  version,
})
export type DrawingFileRow = z.output<typeof drawingFileRow>

export const drawingPrint = z.object({
  id,
  drawingId: id,
  drawingNo: z.string(),
  revision: z.string(),
  /** Superseded: the print is to be taken back. */
  status: z.enum(revisionStatuses),
  way: z.enum(['print', 'download']),
  at: instant,
  by: z.string(),
  returned: z.object({ at: instant, by: z.string() }).nullable(),
  can: z.object({ takeBack: allowed }),
})
export type DrawingPrint = z.output<typeof drawingPrint>

/** A drawing of a piece: the revision to work to, and the one that it was made to. */
export const pieceDrawing = z.object({
  drawingId: id,
  drawingNo: z.string(),
  title: z.string(),
  kind: z.enum(drawingKinds),
  /** The one issued for fabrication, otherwise the highest. */
  valid: drawingRevision,
  madeTo: drawingRevision.nullable(),
  /** A higher revision was issued since. */
  isOutdated: z.boolean(),
})
export type PieceDrawing = z.output<typeof pieceDrawing>

const title = text(200)
const refused = ['not_found', 'state.refused'] as const
const fileInput = {
  version,
  drawingNo: text(60),
  revision: text(10),
  title,
  kind: z.enum(drawingKinds),
  markIds: z.array(id).max(500),
}
/** What happened to the files of a confirmed list. */
const confirmed = z.object({ drawings: z.int(), revisions: z.int(), unchanged: z.int(), left: z.int() })

export const drawingsApi = endpoints({
  'GET /api/orders/:id/drawings': {
    summary: 'Drawings of an order, each with its highest and its valid revision.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['drawingNo', 'kind', 'updatedAt']).extend({
      kind: queryWords(drawingKinds).optional(),
      /** Status of the highest revision. */
      status: queryWords(revisionStatuses).optional(),
    }),
    reply: listOf(drawingRow).extend({
      /** Files that wait to be confirmed. */
      waiting: z.int(),
      can: z.object({ add: allowed, issue: allowed }),
    }),
    errors: ['not_found'],
  },
  'GET /api/drawings/:id': {
    summary: 'One drawing with its revisions, the highest first.',
    permission: 'order.view',
    params: idParam,
    reply: drawingDetail,
    errors: ['not_found'],
  },
  'PATCH /api/drawings/:id': {
    summary: 'Changes the title, the kind or the marks of a drawing.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ version, title, kind: fileInput.kind, markIds: fileInput.markIds }),
    reply: drawingDetail,
    errors: [...refused, 'version.conflict'],
  },
  'POST /api/orders/:id/drawings/issue': {
    summary: 'Issues the highest revisions of drawings for fabrication.',
    permission: 'order.release',
    params: idParam,
    /** Absent: all drawings of the order. */
    body: z.strictObject({ drawingIds: z.array(id).min(1).max(500).optional() }),
    reply: z.object({ issued: z.int() }),
    errors: refused,
  },
  'GET /api/orders/:id/drawing-files': {
    summary: 'Uploaded drawings that wait to be confirmed, each with what confirming does.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['fileName']).extend({ outcome: queryWords(fileOutcomes).optional() }),
    reply: listOf(drawingFileRow).extend({
      counts: z.partialRecord(z.enum(fileOutcomes), z.int()),
      /** How many can be confirmed. */
      ready: z.int(),
      can: z.object({ add: allowed }),
    }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/drawing-files': {
    summary: 'Uploads PDF files and finds the drawing and revision of each in its name or its text.',
    permission: 'order.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxDrawingBytes, maxFiles: maxDrawingFiles },
    status: 201,
    reply: z.object({ items: z.array(drawingFileRow) }),
    errors: [...refused, 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'PATCH /api/drawing-files/:id': {
    summary: 'Sets the number, revision and marks of an uploaded drawing.',
    permission: 'order.edit',
    params: idParam,
    /** Without a kind: unchanged, at first the likely one of its marks. */
    body: z.strictObject({ ...fileInput, kind: fileInput.kind.optional() }),
    reply: drawingFileRow,
    errors: [...refused, 'version.conflict'],
  },
  'POST /api/orders/:id/drawing-files/confirm': {
    summary: 'Adds all uploaded drawings that can be added, in one transaction; the others keep waiting.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({}),
    reply: confirmed,
    errors: refused,
  },
  'POST /api/orders/:id/drawing-files/remove': {
    summary: 'Removes uploaded files from the list.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
    reply: z.object({ removed: z.int() }),
    errors: refused,
  },
  'GET /api/drawing-revisions/:id/file': {
    summary: 'The file of a revision; a superseded one carries a mark across its pages.',
    permission: 'order.view',
    params: idParam,
    reply: 'file',
    produces: ['application/pdf'],
    errors: ['not_found'],
  },
  'POST /api/drawing-revisions/:id/prints': {
    summary: 'Records that the caller printed or downloaded a revision.',
    permission: 'order.view',
    params: idParam,
    body: z.strictObject({ way: drawingPrint.shape.way }),
    status: 201,
    reply: drawingPrint,
    errors: ['not_found'],
  },
  'GET /api/orders/:id/drawing-prints': {
    summary: 'Prints and downloads of the drawings of an order, newest first.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['at']).extend({
      /** Only prints of superseded revisions that nobody took back. */
      open: z.enum(['true']).optional(),
    }),
    reply: listOf(drawingPrint),
    errors: ['not_found'],
  },
  'POST /api/drawing-prints/:id/take-back': {
    summary: 'Records that a print was taken back.',
    permissionOr: ['order.edit', 'order.report'],
    permission: 'order.view',
    params: idParam,
    reply: drawingPrint,
    errors: refused,
  },
  'GET /api/pieces/:id/drawings': {
    summary: 'Drawings of a piece: the valid revision, and the one that it was made to.',
    permission: 'order.view',
    params: idParam,
    reply: z.object({ items: z.array(pieceDrawing) }),
    errors: ['not_found'],
  },
})
