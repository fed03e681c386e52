import { z } from 'zod'
import { endpoints, id, idParam, instant, listOf, listQuery, queryWords } from './endpoint.ts'
import { qualityDocumentKinds, documentLanguages, sealedKinds } from './document-labels.ts'
import { inspectionVerdicts } from './quality-enums.ts'
import { kg } from './enums.ts'

/** Papers in one dossier at most, and welds in one register. */
export const maxDossierSheets = 2000
export const maxRegisterWelds = 10_000

const language = z.enum(documentLanguages)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const seen = { permission: 'quality.view' } as const
const asPdf = { ...seen, reply: 'file', produces: ['application/pdf'] } as const

/** A paper that was given out: its hash stands on it. */
export const issuedDocument = z.object({
  id,
  kind: z.enum(qualityDocumentKinds),
  /** The record that it is about: of a dossier or a register the order. */
  sourceId: id,
  no: z.string(),
  order: z.object({ id, no: z.string() }).nullable(),
  hash: z.string(),
  issuedAt: instant,
  issuedBy: z.string(),
})
export type IssuedDocument = z.output<typeof issuedDocument>

/** What a dossier of an order would hold now, and what is not done yet. */
export const dossierState = z.object({
  order: z.object({
    id,
    no: z.string(),
    name: z.string(),
    project: z.string(),
    customer: z.string(),
    pieces: z.int(),
    kg,
  }),
  parts: z.array(
    z.object({
      kind: z.enum(sealedKinds),
      /** Complete ones: they go into the dossier. */
      ready: z.int(),
      /** Those that somebody still has to finish. */
      open: z.int(),
    }),
  ),
})
export type DossierState = z.output<typeof dossierState>

export const qualityDocumentsApi = endpoints({
  'GET /api/inspections/:id/report': {
    ...asPdf,
    params: idParam,
    query: z.strictObject({ language }),
    summary: 'The report of one inspection; one that is not locked says so on each page and has no QR code.',
    errors: ['not_found'],
  },
  'POST /api/quality-documents': {
    ...asPdf,
    summary:
      'A paper as PDF: an NDT, coating or non-conformance report, the certificate, the weld register or the welders of an order, or its dossier. A complete one is kept with its hash.',
    body: z.strictObject({
      kind: z.enum(qualityDocumentKinds),
      /** Of the request, record or report; of the order for the others. */
      id,
      language,
      /** Made by whoever asks: by it the progress can be asked for. */
      progressKey: z.uuid().optional(),
    }),
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/quality-documents': {
    ...seen,
    summary: 'Papers that were given out, the newest first.',
    query: listQuery(['issuedAt']).extend({
      kind: queryWords(qualityDocumentKinds).optional(),
      orderId: id.optional(),
    }),
    reply: listOf(issuedDocument),
  },
  'GET /api/quality-documents/progress/:key': {
    ...seen,
    summary: 'How many sheets of a paper are drawn; an unknown key: none of none.',
    params: z.strictObject({ key: z.uuid() }),
    reply: z.object({ done: z.int(), of: z.int().nullable() }),
  },
  'GET /api/orders/:id/dossier': {
    ...seen,
    summary: 'What the dossier of an order would hold now.',
    params: idParam,
    reply: dossierState,
    errors: ['not_found'],
  },
  'GET /api/verifications/:hash': {
    ...seen,
    summary: 'What a paper with this hash was printed of.',
    params: z.strictObject({ hash }),
    reply: z.object({
      kind: z.enum(sealedKinds),
      /** Of the inspection or record; of the order for registers and dossiers. */
      id,
      no: z.string(),
      orderNo: z.string().nullable(),
      /** Of an inspection. */
      verdict: z.enum(inspectionVerdicts).nullable(),
      /** Locked, or given out for the first time. */
      at: instant,
      /** The record says something else by now; null: a dossier, whose sheets have codes of their own. */
      isReplaced: z.boolean().nullable(),
    }),
    errors: ['not_found'],
  },
})
