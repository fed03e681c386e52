import { deliveriesApi, finishedPiecesApi } from '@cloud-factory/contract/shipping/deliveries'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, readRows, type Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes, type ChangeCall } from '../../platform/http/routes.ts'
import { type QualityGates, sendableDeliveries, closablePackages } from '../production/public.ts'
import { listDeliveries, listDeliveryPieces, oneDelivery, signatureOf } from './deliveries.queries.ts'
import { saveSignature, receiveDelivery, recallDelivery, sendDelivery } from './send-delivery.ts'
import { findMissing, createDelivery, deleteDelivery, updateDelivery } from './save-delivery.ts'
import { finishLoading, loadPackages, unload, weighDelivery } from './load-delivery.ts'
import { packagesApi } from '@cloud-factory/contract/shipping/packages'
import { listFinished } from './finished.queries.ts'
import { closePackage, reopenPackage, packPieces } from './pack-pieces.ts'
import { listPackages, listPackedPieces, onePackage, packagesByIds } from './packages.queries.ts'
import { listPackable, packingOf, planPacking } from './packing.queries.ts'
import { createPackages, deletePackage, updatePackage } from './save-package.ts'
import { exportFinished } from './export-finished.ts'

interface DeliveryRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly gates: Pick<QualityGates, 'conformity'>
}

export function deliveryRoutes({ db, clock, files, gates }: DeliveryRouteDeps): Routes {
  const deps = { reads: db.reads, conformity: gates.conformity }
  const one = async (actor: Actor, id: string) => {
    const [row] = await sendableDeliveries(deps, actor.plantId, [await oneDelivery(db.reads, actor, id)])
    return row ?? fail('not_found')
  }
  /** Changes the delivery that the path names and answers with it. */
  const changed =
    <B>(change: (write: Write, actor: Actor, id: string, body: B, now: Date) => Promise<void>) =>
    async ({ actor, params, body }: ChangeCall<B>) => {
      await db.tx((write) => change(write, actor, params.id, body, clock.now()))
      return one(actor, params.id)
    }
  return routes(deliveriesApi, {
    'GET /api/deliveries': async ({ actor, query }) => {
      const { items, total } = await listDeliveries(db.reads, actor, query)
      return { items: await sendableDeliveries(deps, actor.plantId, items), total }
    },
    'GET /api/deliveries/:id': ({ actor, params }) => one(actor, params.id),
    'GET /api/deliveries/:id/pieces': ({ actor, params, query }) =>
      listDeliveryPieces(db.reads, actor.plantId, params, query),
    'GET /api/deliveries/:id/signature': ({ actor, params }) =>
      signatureOf(db.reads, files, actor.plantId, params.id),
    'POST /api/deliveries': async ({ actor, body }) => {
      const today = await dayOf(db, actor.plantId, clock.now())
      const id = await db.tx((write) => createDelivery(write, actor, body, today))
      return one(actor, id)
    },
    'PATCH /api/deliveries/:id': changed(updateDelivery),
    'DELETE /api/deliveries/:id': async ({ actor, params, query }) => {
      await db.tx((write) => deleteDelivery(write, actor, params.id, query.version))
    },
    'POST /api/deliveries/:id/packages': changed(loadPackages),
    'POST /api/deliveries/:id/load': changed(finishLoading),
    'POST /api/deliveries/:id/unload': changed(unload),
    'PUT /api/deliveries/:id/weight': changed(weighDelivery),
    'POST /api/deliveries/:id/send': async ({ actor, params, body }) => {
      await db.tx((write) => sendDelivery(write, actor, params.id, body, clock.now(), gates.conformity))
      return one(actor, params.id)
    },
    'POST /api/deliveries/:id/recall': changed(recallDelivery),
    'POST /api/deliveries/:id/receive': async ({ actor, params, body }) => {
      // Asked before the bytes are stored, and again under the lock.
      await oneDelivery(db.reads, actor, params.id)
      const { signature, ...receipt } = body
      const signatureSha256 = await saveSignature(files, signature)
      await db.tx((write) =>
        receiveDelivery(write, actor, params.id, { ...receipt, signatureSha256 }, clock.now()),
      )
      return one(actor, params.id)
    },
    'POST /api/deliveries/:id/found': changed(findMissing),
  })
}

/** Today in the plant's time zone. */
async function dayOf({ reads }: Database, plantId: number, now: Date): Promise<string> {
  const [row] = await readRows(
    reads,
    sql<{ day: string }>`
      select (${now}::timestamptz at time zone time_zone)::date as day from plants where id = ${plantId}`,
  )
  return row?.day ?? now.toISOString().slice(0, 10)
}

interface PackageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly gates: Pick<QualityGates, 'conformity' | 'withheld' | 'stop'>
}

export function packageRoutes({ db, clock, gates: { conformity, withheld, stop } }: PackageDeps): Routes {
  const deps = { reads: db.reads, conformity, withheld }
  const one = async (actor: Actor, id: string) => {
    const [row] = await closablePackages(deps, actor.plantId, [await onePackage(db.reads, actor, id)])
    return row ?? fail('not_found')
  }
  return routes(packagesApi, {
    'GET /api/orders/:id/packing': ({ actor, params }) => packingOf(deps, actor, params.id),
    'GET /api/orders/:id/packable': ({ actor, params, query }) =>
      listPackable(deps, actor.plantId, params.id, query),
    'GET /api/orders/:id/packing-plan': ({ actor, params, query }) =>
      planPacking(deps, actor.plantId, params.id, query),
    'POST /api/orders/:id/packages': async ({ actor, params, body }) => {
      const ids = await db.tx((write) => createPackages(write, actor, params.id, body, conformity))
      const made = await packagesByIds(db.reads, actor, ids)
      return { items: await closablePackages(deps, actor.plantId, made) }
    },
    'GET /api/packages': async ({ actor, query }) => {
      const { items, total } = await listPackages(db.reads, actor, query)
      return { items: await closablePackages(deps, actor.plantId, items), total }
    },
    'GET /api/packages/:id': ({ actor, params }) => one(actor, params.id),
    'GET /api/packages/:id/pieces': ({ actor, params, query }) =>
      listPackedPieces(db.reads, actor.plantId, params, query),
    'PATCH /api/packages/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updatePackage(write, actor, params.id, body))
      return one(actor, params.id)
    },
    'DELETE /api/packages/:id': async ({ actor, params, query }) => {
      await db.tx((write) => deletePackage(write, actor, params.id, query.version))
    },
    'POST /api/packages/:id/pieces': async ({ actor, params, body }) => {
      const items = await db.tx((write) => packPieces(write, actor, params.id, body, conformity))
      return { package: await one(actor, params.id), items }
    },
    'POST /api/packages/:id/close': async ({ actor, params, body }) => {
      await db.tx((write) => closePackage(write, actor, params.id, body, clock.now(), conformity))
      return one(actor, params.id)
    },
    'POST /api/packages/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenPackage(write, actor, params.id, body, clock.now(), stop))
      return one(actor, params.id)
    },
  })
}

/** What is finished and in the factory, or on its way. */
export const finishedRoutes = ({ db, clock, gates: { conformity, withheld } }: PackageDeps): Routes =>
  routes(finishedPiecesApi, {
    'GET /api/finished-pieces': ({ actor, query }) =>
      listFinished({ reads: db.reads, conformity, withheld }, actor.plantId, query),
    'POST /api/exports/finished-pieces': ({ actor, body }) =>
      exportFinished(db, { reads: db.reads, conformity, withheld }, actor, body, clock.now()),
  })
