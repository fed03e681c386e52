import { defectsApi } from '@cloud-factory/contract/ncr/defects'
import { ncrsApi } from '@cloud-factory/contract/ncr/ncrs'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { approveNcr, cancelNcr, disposeNcr, rejectNcr, finishNcr, startNcr, verifyNcr } from './decide-ncr.ts'
import { addPhotos, assignNcr, editNcr, type NcrCommandContext } from './edit-ncr.ts'
import { ncrEvents, ncrPieces, oneNcr, onePhoto } from './ncr.queries.ts'
import { listNcrs, ncrAgeing } from './ncrs.queries.ts'
import { raiseNcr } from './raise-ncr.ts'
import { defectCrud, listDefects } from './defects.ts'

export interface NcrRouteDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly orders: OrdersPort
}

export function ncrRoutes({ db, clock, files, orders }: NcrRouteDeps): Routes {
  const detail = (actor: Actor, id: string) => oneNcr(db.reads, actor, orders, id, clock.now())
  const done = async (actor: Actor, id: string, action: (context: NcrCommandContext) => Promise<void>) => {
    await db.tx((write) => action({ write, actor, orders, now: clock.now() }))
    return detail(actor, id)
  }
  return routes(ncrsApi, {
    'GET /api/ncrs': ({ actor, query }) => listNcrs(db.reads, actor, query, clock.now()),
    'GET /api/ncr-ageing': ({ actor }) => ncrAgeing(db.reads, actor.plantId, clock.now()),
    'GET /api/ncrs/:id': ({ actor, params: { id } }) => detail(actor, id),
    'GET /api/ncrs/:id/pieces': ({ actor, params: { id } }) => ncrPieces(db.reads, actor.plantId, orders, id),
    'GET /api/ncrs/:id/events': ({ actor, params: { id } }) => ncrEvents(db.reads, actor.plantId, id),
    'POST /api/ncrs': async ({ actor, body }) => {
      const id = await db.tx((write) => raiseNcr(write, actor, orders, body, clock.now()))
      return detail(actor, id)
    },
    'PATCH /api/ncrs/:id': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => editNcr(context, id, body)),
    'POST /api/ncrs/:id/assign': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => assignNcr(context, id, body)),
    'POST /api/ncrs/:id/dispose': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => disposeNcr(context, id, body)),
    'POST /api/ncrs/:id/approve': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => approveNcr(context, id, body)),
    'POST /api/ncrs/:id/reject': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => rejectNcr(context, id, body)),
    'POST /api/ncrs/:id/start': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => startNcr(context, id, body)),
    'POST /api/ncrs/:id/finish': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => finishNcr(context, id, body)),
    'POST /api/ncrs/:id/verify': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => verifyNcr(context, id, body)),
    'POST /api/ncrs/:id/cancel': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => cancelNcr(context, id, body)),
    'POST /api/ncrs/:id/photos': async ({ actor, params: { id }, files: uploads }) => {
      // An unknown report is reported before the bytes are stored.
      await detail(actor, id)
      const saved = await keepFiles(files, uploads, pictureType)
      return done(actor, id, (context) => addPhotos(context, id, saved))
    },
    'GET /api/ncr-photos/:id/file': async ({ actor, params: { id } }) => {
      const { name, type, bytes, sha256 } = await onePhoto(db.reads, actor.plantId, id)
      return { name, type, bytes, body: files.stream(sha256), inline: true }
    },
  })
}

export const defectRoutes = ({ db, clock }: Pick<NcrRouteDeps, 'db' | 'clock'>): Routes =>
  routes(defectsApi, {
    ...crudRoutes({ db, clock }, defectCrud),
    'GET /api/defects': ({ actor }) => listDefects(db.reads, { actor, now: clock.now() }),
  })
