import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import { documentsDemo } from './documents.demo.ts'
import { orderDocumentsApi } from '@cloud-factory/contract/order-documents/order-documents'
import { type Routes, routes } from '../../platform/http/routes.ts'
import {
  addDocuments,
  addVersion,
  type DocumentDeps,
  restoreDocument,
  retireDocument,
  updateDocument,
} from './save-documents.ts'
import { listDocuments, listVersions, oneDocument, oneVersion } from './documents.queries.ts'

const documentRoutes = ({
  db,
  files,
  clock,
}: DocumentDeps & { readonly clock: Pick<Clock, 'now'> }): Routes =>
  routes(orderDocumentsApi, {
    'GET /api/orders/:id/documents': ({ actor, params, query }) =>
      listDocuments(db.reads, actor, params.id, query),
    'POST /api/orders/:id/documents': async ({ actor, params, body, files: uploads }) => {
      const added = await addDocuments({ db, files }, actor, params.id, body.kind, uploads, clock.now())
      const documents = added.map(async ({ id, outcome }) => ({
        outcome,
        document: await oneDocument(db.reads, actor, id),
      }))
      return { items: await Promise.all(documents) }
    },
    'GET /api/documents/:id': ({ actor, params }) => oneDocument(db.reads, actor, params.id),
    'PATCH /api/documents/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateDocument(write, actor, params.id, body))
      return oneDocument(db.reads, actor, params.id)
    },
    'POST /api/documents/:id/versions': async ({ actor, params, files: uploads }) => {
      await addVersion({ db, files }, actor, params.id, uploads)
      return oneDocument(db.reads, actor, params.id)
    },
    'GET /api/documents/:id/versions': ({ actor, params, query }) =>
      listVersions(db.reads, actor.plantId, params.id, query),
    'POST /api/documents/:id/retire': async ({ actor, params, body }) => {
      await db.tx((write) => retireDocument(write, actor, params.id, body))
      return oneDocument(db.reads, actor, params.id)
    },
    'POST /api/documents/:id/restore': async ({ actor, params, body }) => {
      await db.tx((write) => restoreDocument(write, actor, params.id, body))
      return oneDocument(db.reads, actor, params.id)
    },
    'GET /api/document-versions/:id/file': async ({ actor, params }) => {
      const { fileName, type, bytes, sha256 } = await oneVersion(db.reads, actor.plantId, params.id)
      return { name: fileName, type, bytes, body: files.stream(sha256) }
    },
  })

interface OrderDocumentsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
}

/** Drawings and papers of an order, with their revisions. */
export const orderDocumentsModule = (deps: OrderDocumentsDeps): Module => ({
  name: 'order-documents',
  routes: [documentRoutes(deps)],
  demo: (write, context) => documentsDemo(write, context, deps.files),
})
