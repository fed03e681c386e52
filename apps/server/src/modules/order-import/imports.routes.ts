import { Readable } from 'node:stream'
import { orderImportsApi } from '@cloud-factory/contract/order-import/order-imports'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { type UploadedFile, type Routes, routes, type FileReply } from '../../platform/http/routes.ts'
import type { ImportReader } from './import-reader.ts'
import { insertImport, type ImportUpload, storableText } from './imports.store.ts'
import { oneOrder, factsOf, canImport, orderForUpdate } from '../orders/public.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { applyImport, discardImport } from './apply-import.ts'
import { listFindings, listImportMarks, listImports, oneImport } from './imports.queries.ts'
import type { RecordsPort } from './undo-import.ts'
import type { CellKind } from '../../platform/xlsx/sheet.ts'
import { workbook, xlsxType } from '../../platform/xlsx/workbook.ts'

interface StartImportDeps {
  readonly db: Database
  readonly files: FileStore
  readonly reader: Pick<ImportReader, 'enqueue' | 'isFull'>
}

/** Keeps the files and lets them be read in the background; returns the import's id. */
export async function startImport(
  deps: StartImportDeps,
  actor: Actor,
  orderId: string,
  uploads: readonly UploadedFile[],
  now: Date,
): Promise<string> {
  // Asked before the bytes are stored, and again under the lock.
  const order = await oneOrder(deps.db.reads, actor, orderId, now)
  requireAllowed(order.can.import, { status: order.status })
  const empty = uploads.find(({ bytes }) => bytes === 0)
  if (empty !== undefined) fail('file.empty', { params: { file: storableText(empty.name) } })
  if (deps.reader.isFull()) fail('server.busy', { retryAfter: 30 })
  const stored: ImportUpload[] = []
  for (const { name, path } of uploads) {
    stored.push({ ...(await deps.files.put(path)), name: storableText(name).slice(0, 255) })
  }
  const id = await deps.db.tx(async (write) => {
    const locked = await orderForUpdate(write, actor.plantId, orderId)
    requireAllowed(canImport(actor.tags, factsOf(locked)), { status: locked.status })
    return insertImport(write, actor, locked.id, stored)
  })
  deps.reader.enqueue({ id, plantId: actor.plantId })
  return String(id)
}

interface ImportRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly reader: ImportReader
  readonly records: RecordsPort
}

export const importRoutes = ({ db, clock, files, reader, records }: ImportRouteDeps): Routes =>
  routes(orderImportsApi, {
    'POST /api/orders/:id/imports': async ({ actor, params, files: uploads }) => {
      const id = await startImport({ db, files, reader }, actor, params.id, uploads, clock.now())
      return oneImport(db.reads, actor, id, records)
    },
    'GET /api/orders/:id/imports': ({ actor, params, query }) =>
      listImports(db.reads, actor, params.id, query, records),
    'GET /api/imports/:id': ({ actor, params }) => oneImport(db.reads, actor, params.id, records),
    'GET /api/imports/:id/findings': ({ actor, params, query }) =>
      listFindings(db.reads, actor.plantId, params.id, query),
    'GET /api/imports/:id/marks': ({ actor, params, query }) =>
      listImportMarks(db.reads, actor.plantId, params.id, query),
    'POST /api/imports/:id/apply': async ({ actor, params, body }) => {
      await db.tx((write) => applyImport(write, actor, params.id, body?.reason))
      return oneImport(db.reads, actor, params.id, records)
    },
    'POST /api/imports/:id/discard': async ({ actor, params }) => {
      await db.tx((write) => discardImport(write, actor, params.id))
      return oneImport(db.reads, actor, params.id, records)
    },
  })

/** Headers in three languages that the import recognises (checked by a test). */
export const templateColumns: readonly { readonly title: string; readonly kind: CellKind }[] = [
  { title: '构件编号 / Assembly mark / Marca de conjunto', kind: 'text' },
  { title: '零件号 / Part mark / Marca de pieza', kind: 'text' },
  { title: '名称 / Name / Nombre', kind: 'text' },
  { title: '规格 / Profile / Perfil', kind: 'text' },
  { title: '材质 / Grade / Calidad', kind: 'text' },
  { title: '长度(mm) / Length / Longitud', kind: 'number' },
  { title: '数量 / Qty / Cantidad', kind: 'integer' },
  { title: '单净重(kg) / Net weight each / Peso neto unitario', kind: 'kg' },
  { title: '单毛重(kg) / Gross weight each / Peso bruto unitario', kind: 'kg' },
  { title: '单表面积(m2) / Unit area / Area unitaria', kind: 'number' },
  { title: '图号 / Drawing no / Plano', kind: 'text' },
  { title: '版本 / Revision / Revisión', kind: 'text' },
]

const fileName = '构件清单 assembly-list'

/** An empty list to fill in: one row per mark, with the rows of its parts below. */
export function importTemplate(format: 'xlsx' | 'csv', now: Date): FileReply {
  if (format === 'csv') {
    // The byte order mark makes spreadsheets read it as UTF-8.
    const bytes = Buffer.from(`\ufeff${templateColumns.map(({ title }) => title).join(',')}\r\n`)
    return { name: `${fileName}.csv`, type: 'text/csv', bytes: bytes.length, body: Readable.from([bytes]) }
  }
  const columns = templateColumns.map(({ title, kind }) => ({ title, kind, width: 24 }))
  const facts = { title: fileName, author: '', at: now, timeZone: 'UTC' }
  const body = workbook(facts, [{ name: '构件清单', columns, rows: [] }])
  return { name: `${fileName}.xlsx`, type: xlsxType, body }
}
