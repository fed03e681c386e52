import { machineDocumentsApi } from '@cloud-factory/contract/machine-documents'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { documentType } from '../../platform/files/document-type.rules.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles } from '../../platform/files/keep-files.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { oneMachine } from './machines.reads.ts'
import { addMachineDocuments, retireMachineDocument } from './change-documents.ts'
import { listMachineDocuments, oneMachineDocument } from './machine-documents.reads.ts'

interface DocumentDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

export const machineDocumentRoutes = ({ db, clock, files }: DocumentDeps): Routes =>
  routes(machineDocumentsApi, {
    'GET /api/machines/:id/documents': ({ actor, params, query }) =>
      listMachineDocuments(db.reads, actor, params.id, query),
    'POST /api/machines/:id/documents': async ({ actor, params, body, files: uploads }) => {
      // A machine that is not there is said before the bytes are stored.
      await oneMachine(db.reads, actor, params.id)
      const kept = await keepFiles(files, uploads, documentType)
      const given = { kind: body.kind, files: kept, now: clock.now() }
      const ids = await db.tx((write) => addMachineDocuments(write, actor, params.id, given))
      return { items: await Promise.all(ids.map((id) => oneMachineDocument(db.reads, actor, id))) }
    },
    'POST /api/machine-documents/:id/retire': async ({ actor, params, body }) => {
      const given = { reason: body.reason, now: clock.now() }
      await db.tx((write) => retireMachineDocument(write, actor, params.id, given))
      return oneMachineDocument(db.reads, actor, params.id)
    },
    'GET /api/machine-documents/:id/file': async ({ actor, params }) => {
      const { name, type, bytes, sha256 } = await oneMachineDocument(db.reads, actor, params.id)
      return { name, type, bytes, body: files.stream(sha256) }
    },
  })
