import { z } from 'zod'
import {
  endpoints,
  id,
  idParam,
  instant,
  listOf,
  listQuery,
  allowed,
  queryWords,
  version,
} from '../endpoint.ts'
import { text } from '../enums.ts'
import { documentTypes } from '@cloud-factory/domain/order-documents/document-types'

export const documentKinds = ['drawing', 'contract', 'specification', 'photo', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Why an action on a document is not allowed, besides the reasons of its order. */
export const documentReasons = [
  'permission.denied',
  'order.closed',
  'document.retired',
  'document.not_retired',
] as const
export type DocumentReason = (typeof documentReasons)[number]

export const maxDocumentBytes = 50 * 1024 * 1024
/** Maximum number of files per request; a browser sends them one by one and shows the progress of each. */
export const maxDocumentFiles = 20

export const documentVersionRow = z.object({
  id,
  /** From 1; the highest is the current version. */
  no: z.int().min(1),
  fileName: z.string(),
  type: z.string(),
  bytes: z.int().min(1),
  sha256: z.string(),
  createdAt: instant,
  createdBy: z.string(),
})
export type DocumentVersionRow = z.output<typeof documentVersionRow>

export const documentRow = z.object({
  id,
  orderId: id,
  name: z.string(),
  kind: z.enum(documentKinds),
  note: z.string().nullable(),
  latest: documentVersionRow,
  retired: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  updatedAt: instant,
  updatedBy: z.string(),
  version,
  can: z.object({ edit: allowed, retire: allowed, restore: allowed }),
})
export type DocumentRow = z.output<typeof documentRow>

/**
 * Result for an uploaded file: a new document, a new version of the document with its name, or unchanged when the
 * content is equal.
 */
export const documentOutcomes = ['added', 'version', 'unchanged'] as const

const editErrors = ['not_found', 'state.refused'] as const
const refusedFiles = ['file.empty', 'file.too_large', 'file.unknown_type'] as const

export const orderDocumentsApi = endpoints({
  'GET /api/orders/:id/documents': {
    summary: 'Documents of an order, each with its latest version.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['name', 'kind', 'updatedAt']).extend({
      kind: queryWords(documentKinds).optional(),
      /** Retired documents instead of those in use. */
      retired: z.enum(['true']).optional(),
    }),
    reply: listOf(documentRow).extend({ can: z.object({ add: allowed }) }),
    errors: ['not_found'],
  },
  'POST /api/orders/:id/documents': {
    summary: 'Adds files to an order; a file named like a document becomes its next version.',
    permission: 'order.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxDocumentBytes, maxFiles: maxDocumentFiles },
    body: z.strictObject({ kind: z.enum(documentKinds) }),
    status: 201,
    reply: z.object({
      items: z.array(z.object({ outcome: z.enum(documentOutcomes), document: documentRow })),
    }),
    errors: [...editErrors, ...refusedFiles],
  },
  'GET /api/documents/:id': {
    summary: 'One document.',
    permission: 'order.view',
    params: idParam,
    reply: documentRow,
    errors: ['not_found'],
  },
  'PATCH /api/documents/:id': {
    summary: 'Renames a document or changes its kind or note.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({
      version,
      name: text(160).min(1),
      kind: z.enum(documentKinds),
      note: text(500).nullable(),
    }),
    reply: documentRow,
    errors: [...editErrors, 'duplicate', 'version.conflict'],
  },
  'POST /api/documents/:id/versions': {
    summary: 'Adds a version to a document, whatever the file is called.',
    permission: 'order.edit',
    params: idParam,
    upload: { field: 'files', maxBytes: maxDocumentBytes, maxFiles: 1 },
    status: 201,
    reply: documentRow,
    errors: [...editErrors, ...refusedFiles],
  },
  'GET /api/documents/:id/versions': {
    summary: 'Versions of a document, newest first.',
    permission: 'order.view',
    params: idParam,
    query: listQuery(['no']),
    reply: listOf(documentVersionRow),
    errors: ['not_found'],
  },
  'POST /api/documents/:id/retire': {
    summary: 'Takes a document out of use; its versions stay.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ version, reason: text(500).min(1) }),
    reply: documentRow,
    errors: [...editErrors, 'version.conflict'],
  },
  'POST /api/documents/:id/restore': {
    summary: 'Puts a retired document back into use.',
    permission: 'order.edit',
    params: idParam,
    body: z.strictObject({ version }),
    reply: documentRow,
    errors: [...editErrors, 'duplicate', 'version.conflict'],
  },
  'GET /api/document-versions/:id/file': {
    summary: 'The file of one version of a document.',
    permission: 'order.view',
    params: idParam,
    reply: 'file',
    produces: documentTypes,
    errors: ['not_found'],
  },
})
