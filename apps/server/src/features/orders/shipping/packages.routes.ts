import { packagesApi } from '@cloud-factory/contract/packages'
import type { Database } from '../../../platform/db/handles.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { QualityGates } from '../production/inspections.ts'
import { closePackage, reopenPackage } from './close-package.ts'
import { packPieces } from './pack-pieces.ts'
import { listPackages, listPackedPieces, onePackage, packagesByIds } from './packages.reads.ts'
import { listPackable, packingOf, planPacking } from './packing.reads.ts'
import { createPackages, deletePackage, updatePackage } from './save-package.ts'

interface PackageDeps {
  readonly db: Database
  readonly clock: Clock
  readonly gates: Pick<QualityGates, 'conformity'>
}

export const packageRoutes = ({ db, clock, gates: { conformity } }: PackageDeps): Routes =>
  routes(packagesApi, {
    'GET /api/orders/:id/packing': ({ actor, params }) =>
      packingOf({ reads: db.reads, conformity }, actor, params.id),
    'GET /api/orders/:id/packable': ({ actor, params, query }) =>
      listPackable({ reads: db.reads, conformity }, actor.plantId, params.id, query),
    'GET /api/orders/:id/packing-plan': ({ actor, params, query }) =>
      planPacking({ reads: db.reads, conformity }, actor.plantId, params.id, query),
    'POST /api/orders/:id/packages': async ({ actor, params, body }) => {
      const ids = await db.tx((write) => createPackages(write, actor, params.id, body, conformity))
      return { items: await packagesByIds(db.reads, actor, ids) }
    },
    'GET /api/packages': ({ actor, query }) => listPackages(db.reads, actor, query),
    'GET /api/packages/:id': ({ actor, params }) => onePackage(db.reads, actor, params.id),
    'GET /api/packages/:id/pieces': ({ actor, params, query }) =>
      listPackedPieces(db.reads, actor.plantId, params, query),
    'PATCH /api/packages/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updatePackage(write, actor, params.id, body))
      return onePackage(db.reads, actor, params.id)
    },
    'DELETE /api/packages/:id': async ({ actor, params, query }) => {
      await db.tx((write) => deletePackage(write, actor, params.id, query.version))
    },
    'POST /api/packages/:id/pieces': async ({ actor, params, body }) => {
      const items = await db.tx((write) => packPieces(write, actor, params.id, body, conformity))
      return { package: await onePackage(db.reads, actor, params.id), items }
    },
    'POST /api/packages/:id/close': async ({ actor, params, body }) => {
      await db.tx((write) => closePackage(write, actor, params.id, body, clock.now(), conformity))
      return onePackage(db.reads, actor, params.id)
    },
    'POST /api/packages/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenPackage(write, actor, params.id, body, clock.now()))
      return onePackage(db.reads, actor, params.id)
    },
  })
