import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import { weldersApi } from '@cloud-factory/contract/welding/welders'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { oneRow } from '../../platform/crud/crud.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type FileReply, type UploadedFile, type Routes, routes } from '../../platform/http/routes.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { signed } from '../quality-records/public.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { certificateCrud, procedureCrud, welderCrud } from './welders.ts'

const types: readonly { readonly type: string; readonly begins: string }[] = [
  { type: 'application/pdf', begins: '%PDF-' },
  { type: 'image/png', begins: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', begins: '\xff\xd8\xff' },
]

/** Stores the scan of a certificate; a second scan replaces the first. */
async function keepCertificate(
  { db, files }: { readonly db: Database; readonly files: FileStore },
  actor: Actor,
  id: string,
  uploads: readonly UploadedFile[],
): Promise<void> {
  const [upload] = uploads
  if (upload === undefined || upload.bytes === 0) return fail('file.empty')
  const type = (await typeOf(upload.path)) ?? fail('file.unknown_type')
  // Path separators and control characters have no place in a name that is offered to be saved.
  const name =
    upload.name
      .toWellFormed()
      .replaceAll(/[\p{C}/\\]/gu, '_')
      .slice(-160) || 'certificate'
  const { sha256, bytes } = await files.put(upload.path)
  await db.tx(async (write) => {
    const { by, byName } = signed(actor)
    const { rows } = await sql<{ no: string }>`
      update welder_certificates set file_sha256 = ${sha256}, file_name = ${name}, file_type = ${type},
        file_bytes = ${bytes}, version = version + 1, updated_at = now(), updated_by = ${by}, updated_by_name = ${byName}
      where plant_id = ${actor.plantId} and id = ${Number(id)} returning no`.execute(write)
    const { no } = rows[0] ?? fail('not_found')
    await recordAudit(write, actor, {
      action: 'certificates.file',
      subjectKind: 'certificate',
      subjectId: id,
      subjectName: no,
      after: { file: name, sha256 },
    })
    await recordEvent(write, actor, { name: 'welder_certificates.filed', subjectId: id })
  })
}

async function typeOf(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const head = buffer.subarray(0, bytesRead).toString('latin1')
    return types.find(({ begins }) => head.startsWith(begins))?.type ?? null
  } finally {
    await file.close()
  }
}

/** The scan of a certificate; fails with `not_found` when there is none. */
async function certificateFile(
  { reads, files }: { readonly reads: Reads; readonly files: FileStore },
  plantId: number,
  id: string,
): Promise<FileReply> {
  const [row] = await readRows(
    reads,
    sql<{ file_name: string; file_type: string; file_sha256: string; file_bytes: number }>`
      select file_name, file_type, file_sha256, file_bytes from welder_certificates
      where plant_id = ${plantId} and id = ${id} and file_sha256 is not null`,
  )
  if (row === undefined) return fail('not_found')
  const { file_name: name, file_type: type, file_bytes: bytes, file_sha256: sha256 } = row
  return { name, type, bytes, body: files.stream(sha256), inline: true }
}

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

/** Welders, their certificates and welding procedures. */
export function welderRoutes({ db, clock, files }: Deps): Routes {
  return routes(weldersApi, {
    ...crudRoutes({ db, clock }, welderCrud),
    ...crudRoutes({ db, clock }, certificateCrud),
    ...crudRoutes({ db, clock }, procedureCrud),
    'POST /api/welder-certificates/:id/file': async ({ actor, params, files: uploads }) => {
      const row = () => oneRow(certificateCrud, db.reads, { actor, now: clock.now() }, params.id)
      // One that does not exist is rejected before the bytes are stored.
      await row()
      await keepCertificate({ db, files }, actor, params.id, uploads)
      return row()
    },
    'GET /api/welder-certificates/:id/file': ({ actor, params }) =>
      certificateFile({ reads: db.reads, files }, actor.plantId, params.id),
  })
}
