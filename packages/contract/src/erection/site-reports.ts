import { siteReportKinds } from '@cloud-factory/domain/erection/site-states'
import { z } from 'zod'
import { allowed, endpoints, id, idParam, instant, listOf, listQuery, queryWords } from '../endpoint.ts'
import { text } from '../enums.ts'
import { workOutcome } from '../production/work.ts'
import { named, sitePiece } from './erection.ts'

export const scannedSitePiece = sitePiece.extend({
  order: named.extend({ name: z.string(), project: z.string() }),
  delivery: named.nullable(),
  /** Whether each report can be made now. */
  can: z.record(z.enum(siteReportKinds), allowed),
})
export type ScannedSitePiece = z.output<typeof scannedSitePiece>

const siteReport = z.object({
  id,
  kind: z.enum(siteReportKinds),
  piece: z.object({ id, serial: z.string(), mark: z.string() }),
  order: named,
  note: z.string(),
  withReceipt: z.boolean(),
  source: z.enum(['scan', 'list']),
  doneAt: instant,
  reportedAt: instant,
  reportedBy: z.string(),
  photos: z.array(z.object({ id, name: z.string(), type: z.string(), addedBy: z.string() })),
  undone: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  can: z.object({ undo: allowed, photo: allowed }),
})
export type SiteReport = z.output<typeof siteReport>

const reason = text(300).min(1)
const maxSitePieces = 200
const maxSitePhotoBytes = 15 * 1024 * 1024

/** What the site reports about pieces. */
export const siteReportsApi = endpoints({
  'GET /api/site-piece': {
    permission: 'order.view',
    summary: 'The piece of a scanned or typed code with its place in the sequence and its state on site.',
    query: z.strictObject({ code: z.string().trim().min(1).max(300) }),
    reply: scannedSitePiece,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/site-reports': {
    permission: 'order.ship',
    summary:
      'Reports pieces on site as received, erected, missing, damaged or returned; each is judged by itself.',
    body: z.strictObject({
      /** Piece ids, serials of pieces that left the factory, or texts of QR codes. */
      pieces: z.array(text(300).min(1)).min(1).max(maxSitePieces),
      kind: z.enum(siteReportKinds),
      note: text(500),
      source: z.enum(['scan', 'list']),
      clientKey: z.uuid(),
      /** When it happened, if it is sent later. */
      doneAt: instant.optional(),
    }),
    reply: z.object({ items: z.array(workOutcome) }),
    errors: ['state.refused'],
  },
  'GET /api/site-reports': {
    permission: 'order.view',
    summary: 'Reports from the site, the newest first.',
    query: listQuery(['id']).extend({
      orderId: id.optional(),
      pieceId: id.optional(),
      kind: queryWords(siteReportKinds).optional(),
      mine: z.enum(['true']).optional(),
    }),
    reply: listOf(siteReport),
  },
  'POST /api/site-reports/:id/undo': {
    permission: 'order.ship',
    summary: 'Undoes the last report on a piece, and the receipt that it recorded.',
    params: idParam,
    body: z.strictObject({ reason }),
    reply: siteReport,
    errors: ['not_found', 'state.refused'],
  },
  'POST /api/site-reports/:id/photos': {
    permission: 'order.ship',
    summary: 'Adds photos to a report from the site.',
    params: idParam,
    upload: { field: 'files', maxBytes: maxSitePhotoBytes, maxFiles: 10 },
    status: 201,
    reply: siteReport,
    errors: ['not_found', 'state.refused', 'file.empty', 'file.too_large', 'file.unknown_type'],
  },
  'GET /api/site-photos/:id/file': {
    permission: 'order.view',
    summary: 'A photo of a report from the site.',
    params: idParam,
    reply: 'file',
    produces: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    errors: ['not_found'],
  },
})
