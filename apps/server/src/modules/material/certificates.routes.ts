import { millCertificatesApi } from '@cloud-factory/contract/material/mill-certificates'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Write, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { documentType } from '../../platform/files/document-type.rules.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { listCertificates, oneCertificate } from './certificates.queries.ts'
import {
  acceptCertificate,
  rejectCertificate,
  withdrawCertificate,
  addCertificate,
  changeCertificate,
  fileCertificate,
  removeCertificate,
} from './save-certificate.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

/** Scans are images or PDF. */
const scanType = (head: Uint8Array, name: string): string | null =>
  documentType(head, name) === 'application/pdf' ? 'application/pdf' : pictureType(head, name)

/** Mill certificates and re-test reports. */
export function certificateRoutes({ db, clock, files }: Deps): Routes {
  const detail = (actor: Actor, id: string) => oneCertificate(db.reads, actor, id)
  const done = async (actor: Actor, id: string, action: (write: Write) => Promise<void>) => {
    await db.tx(action)
    return detail(actor, id)
  }
  return routes(millCertificatesApi, {
    'GET /api/mill-certificates': ({ actor, query }) => listCertificates(db.reads, actor, query),
    'POST /api/mill-certificates': async ({ actor, body }) =>
      detail(actor, await db.tx((write) => addCertificate(write, actor, body))),
    'GET /api/mill-certificates/:id': ({ actor, params: { id } }) => detail(actor, id),
    'PATCH /api/mill-certificates/:id': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => changeCertificate(write, actor, id, body)),
    'DELETE /api/mill-certificates/:id': async ({ actor, params: { id }, query }) => {
      await db.tx((write) => removeCertificate(write, actor, id, query.version))
    },
    'POST /api/mill-certificates/:id/accept': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => acceptCertificate(write, actor, id, body, clock.now())),
    'POST /api/mill-certificates/:id/reject': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => rejectCertificate(write, actor, id, body, clock.now())),
    'POST /api/mill-certificates/:id/withdraw': ({ actor, params: { id }, body }) =>
      done(actor, id, (write) => withdrawCertificate(write, actor, id, body)),
    'POST /api/mill-certificates/:id/file': async ({ actor, params: { id }, files: uploads }) => {
      // An unknown certificate is reported before the bytes are stored.
      await detail(actor, id)
      const [file] = await keepFiles(files, uploads, scanType)
      if (file === undefined) return fail('file.empty')
      return done(actor, id, (write) => fileCertificate(write, actor, id, file))
    },
    'GET /api/mill-certificates/:id/file': async ({ actor, params: { id } }) => {
      const [row] = await readRows(
        db.reads,
        sql<{ name: string; type: string; bytes: number; sha256: string }>`
          select file_name as name, file_type as type, file_bytes as bytes, file_sha256 as sha256 from mill_certificates
          where plant_id = ${actor.plantId} and id = ${id} and file_sha256 is not null`,
      )
      if (row === undefined) return fail('not_found')
      const { sha256, ...facts } = row
      return { ...facts, body: files.stream(sha256), inline: true }
    },
  })
}
