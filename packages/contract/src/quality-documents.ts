import { z } from 'zod'
import { endpoints, id, idParam, instant } from './endpoint.ts'
import { inspectionVerdicts } from './quality-words.ts'

/** Inspections in one dossier at most. */
export const mostDossierSheets = 2000

const language = z.enum(['zh', 'en', 'es'])
const asPdf = {
  permission: 'quality.view',
  params: idParam,
  query: z.strictObject({ language }),
  reply: 'file',
  produces: ['application/pdf'],
} as const

export const qualityDocumentsApi = endpoints({
  'GET /api/inspections/:id/report': {
    ...asPdf,
    summary: 'The report of one inspection; one that is not locked says so on each page and has no QR code.',
    errors: ['not_found'],
  },
  'GET /api/orders/:id/dossier': {
    ...asPdf,
    summary:
      'All locked inspections of an order in one document, with its contents and the hash of each sheet.',
    errors: ['not_found', 'state.refused'],
  },
  'GET /api/locked-inspections/:hash': {
    permission: 'quality.view',
    summary: 'The inspection that a report with this hash was printed of.',
    params: z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: z.object({
      id,
      no: z.string(),
      verdict: z.enum(inspectionVerdicts).nullable(),
      lockedAt: instant,
      /** A later version has taken its place. */
      isReplaced: z.boolean(),
    }),
    errors: ['not_found'],
  },
})
