import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { drawingsApi } from '@cloud-factory/contract/drawings/drawings'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type FileReply, type Routes, routes } from '../../platform/http/routes.ts'
import type { Module } from '../../platform/module.ts'
import { confirmFiles, removeFiles, updateFile, uploadFiles } from './add-drawings.ts'
import { listPrints, recordPrint, takeBackPrint } from './drawing-prints.ts'
import { drawingsOfPiece, listDrawings, oneDrawing, oneRevision } from './drawings.queries.ts'
import { issueDrawings, updateDrawing } from './issue-drawings.ts'
import { stampPdf } from './read-pdf.ts'
import { listFiles } from './waiting-files.queries.ts'

interface DrawingsDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

const drawingRoutes = ({ db, clock, files }: DrawingsDeps): Routes =>
  routes(drawingsApi, {
    'GET /api/orders/:id/drawings': ({ actor, params, query }) =>
      listDrawings(db.reads, actor, params.id, query),
    'GET /api/drawings/:id': ({ actor, params }) => oneDrawing(db.reads, actor, params.id),
    'PATCH /api/drawings/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateDrawing(write, actor, params.id, body))
      return oneDrawing(db.reads, actor, params.id)
    },
    'POST /api/orders/:id/drawings/issue': async ({ actor, params, body }) => ({
      issued: await db.tx((write) => issueDrawings(write, actor, params.id, body.drawingIds, clock.now())),
    }),
    'GET /api/orders/:id/drawing-files': ({ actor, params, query }) =>
      listFiles(db.reads, actor, params.id, query),
    'POST /api/orders/:id/drawing-files': async ({ actor, params, files: uploads, request }) => ({
      items: await uploadFiles({ db, files }, actor, params.id, uploads, request.signal),
    }),
    'PATCH /api/drawing-files/:id': ({ actor, params, body }) =>
      db.tx((write) => updateFile(write, actor, params.id, body)),
    'POST /api/orders/:id/drawing-files/confirm': ({ actor, params }) =>
      db.tx((write) => confirmFiles(write, actor, params.id)),
    'POST /api/orders/:id/drawing-files/remove': async ({ actor, params, body }) => ({
      removed: await db.tx((write) => removeFiles(write, actor, params.id, body.ids)),
    }),
    'GET /api/drawing-revisions/:id/file': async ({ actor, params, request }) => {
      const revision = await oneRevision(db.reads, actor.plantId, params.id)
      return fileOf(files, revision, request.signal)
    },
    'POST /api/drawing-revisions/:id/prints': ({ actor, params, body }) =>
      db.tx((write) => recordPrint(write, actor, params.id, body.way, clock.now())),
    'GET /api/orders/:id/drawing-prints': ({ actor, params, query }) =>
      listPrints(db.reads, actor, params.id, query),
    'POST /api/drawing-prints/:id/take-back': ({ actor, params }) =>
      db.tx((write) => takeBackPrint(write, actor, params.id, clock.now())),
    'GET /api/pieces/:id/drawings': async ({ actor, params }) => ({
      items: await drawingsOfPiece(db.reads, actor.plantId, params.id),
    }),
  })

/** The file of a revision. A superseded one is never handed out without its mark. */
async function fileOf(
  files: FileStore,
  revision: Awaited<ReturnType<typeof oneRevision>>,
  signal: AbortSignal,
): Promise<FileReply> {
  const { sha256, bytes, status, newest, drawing_no: no } = revision
  const shown = `${no}${revision.revision === '' ? '' : `-${revision.revision}`}`
  const type = 'application/pdf'
  if (status !== 'superseded') return { name: `${shown}.pdf`, type, bytes, body: files.stream(sha256) }
  const folder = await mkdtemp(join(tmpdir(), 'cloud-factory-drawing-'))
  try {
    const path = join(folder, 'drawing.pdf')
    await writeFile(path, await files.bytes(sha256))
    const text = newest === '' ? 'SUPERSEDED' : `SUPERSEDED BY REV. ${newest}`
    const body = (await stampPdf(path, text, signal)) ?? fail('file.unsafe')
    return {
      name: `${shown} superseded.pdf`,
      type,
      bytes: body.length,
      body: Readable.from(Buffer.from(body)),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Drawings of orders: their revisions, marks and prints, and which one is valid in the workshop. */
export const drawingsModule = (deps: DrawingsDeps): Module => ({
  name: 'drawings',
  routes: [drawingRoutes(deps)],
})
