import { sql } from 'kysely'
import { weldersApi } from '@cloud-factory/contract/welding/welders'
import { oneRow } from '../../platform/crud/crud.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type FileReply, type Routes, routes } from '../../platform/http/routes.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { certificateCrud, procedureCrud, welderCrud, keepCertificate } from './welders.ts'
import { ndtApi } from '@cloud-factory/contract/welding/ndt'
import { weldsApi } from '@cloud-factory/contract/welding/welds'
import type { OrdersPort } from '../quality-records/public.ts'
import { removeWeld, updateWeld, giveWelds } from './change-weld.ts'
import { listDue, repairRateOf } from './ndt-due.queries.ts'
import { listLines, listRequests, oneRequest, oneResult, testsOfWeld } from './ndt.queries.ts'
import { recordResult, undoResult } from './record-result.ts'
import { recordWelded, reopenWeld } from './record-welded.ts'
import { repairWeld } from './repair-weld.ts'
import { cancelRequest, requestTests } from './request-tests.ts'
import { ndtSettings, saveNdtSettings } from './ndt-settings.ts'
import { listWelds, oneWeld, pieceWithWelds, templateOf, weldsByIds } from './welds.queries.ts'

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

interface WelderDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
}

/** Welders, their certificates and welding procedures. */
export function welderRoutes({ db, clock, files }: WelderDeps): Routes {
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

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
}

/** The weld register. */
export const weldRoutes = ({ db, clock, orders }: Deps): Routes =>
  routes(weldsApi, {
    'GET /api/welds': ({ actor, query }) => listWelds(db.reads, actor, query),
    'GET /api/welds/:id': ({ actor, params }) => oneWeld(db.reads, actor, params.id),
    'GET /api/weld-pieces': ({ actor, query }) => pieceWithWelds(db.reads, actor, orders, query.piece),
    'GET /api/weld-templates/:id': ({ actor, params }) => templateOf(db.reads, actor.plantId, params.id),
    'POST /api/welds/of-pieces': ({ actor, body }) =>
      db.tx((write) => giveWelds(write, actor, orders, body, clock.now())),
    'PATCH /api/welds/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateWeld(write, actor, orders, params.id, body, clock.now()))
      return oneWeld(db.reads, actor, params.id)
    },
    'DELETE /api/welds/:id': async ({ actor, params, query }) => {
      await db.tx((write) => removeWeld(write, actor, orders, params.id, query.version, clock.now()))
    },
    'POST /api/welds/welded': async ({ actor, body }) => {
      await db.tx((write) => recordWelded(write, actor, orders, body, clock.now()))
      return { items: await weldsByIds(db.reads, actor, body.weldIds.map(Number)) }
    },
    'POST /api/welds/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenWeld(write, actor, orders, params.id, body, clock.now()))
      return oneWeld(db.reads, actor, params.id)
    },
  })
/** Requests, results, repairs and the sampling plan. */
export const ndtRoutes = ({ db, clock, orders }: Deps): Routes =>
  routes(ndtApi, {
    'GET /api/ndt/settings': ({ actor }) => ndtSettings(db.reads, actor),
    'PUT /api/ndt/settings': async ({ actor, body }) => {
      await db.tx((write) => saveNdtSettings(write, actor, body))
      return ndtSettings(db.reads, actor)
    },
    'GET /api/ndt/due': ({ actor, query }) => listDue(db.reads, actor, orders, query),
    'GET /api/ndt/repair-rate': ({ actor, query }) => repairRateOf(db.reads, actor, query),
    'GET /api/ndt/requests': ({ actor, query }) => listRequests(db.reads, actor, query),
    'POST /api/ndt/requests': async ({ actor, body }) => {
      const id = await db.tx((write) => requestTests(write, actor, orders, body, clock.now()))
      return oneRequest(db.reads, actor, String(id))
    },
    'GET /api/ndt/requests/:id': ({ actor, params }) => oneRequest(db.reads, actor, params.id),
    'GET /api/ndt/requests/:id/welds': ({ actor, params, query }) =>
      listLines(db.reads, actor, params, query),
    'POST /api/ndt/requests/:id/cancel': async ({ actor, params, body }) => {
      await db.tx((write) => cancelRequest(write, actor, params.id, body))
      return oneRequest(db.reads, actor, params.id)
    },
    'POST /api/ndt/requests/:id/results': async ({ actor, params, body }) => {
      await db.tx((write) => recordResult(write, actor, orders, params.id, body, clock.now()))
      const { items } = await listLines(db.reads, actor, params, { weldId: body.weldId })
      return items[0] ?? fail('not_found')
    },
    'POST /api/ndt/results/:id/undo': async ({ actor, params, body }) => {
      await db.tx((write) => undoResult(write, actor, orders, params.id, body, clock.now()))
      return oneResult(db.reads, actor, params.id)
    },
    'POST /api/welds/:id/repair': ({ actor, params, body }) =>
      db.tx((write) => repairWeld(write, actor, orders, params.id, body, clock.now())),
    'GET /api/welds/:id/tests': ({ actor, params }) => testsOfWeld(db.reads, actor, orders, params.id),
  })
