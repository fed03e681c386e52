import { maintenancePlansApi } from '@cloud-factory/contract/maintenance/maintenance-plans'
import { repairsApi } from '@cloud-factory/contract/maintenance/repairs'
import { sparePartsApi } from '@cloud-factory/contract/maintenance/spare-parts'
import { equipmentRoundsApi } from '@cloud-factory/contract/maintenance/equipment-rounds'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { oneRow } from '../../platform/crud/crud.ts'
import { crudRoutes } from '../../platform/crud/crud-routes.ts'
import { importRoutes } from '../../platform/import/import-routes.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { keepFiles, pictureType } from '../../platform/files/keep-files.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listActions, maintenanceCalendar, maintenanceSummary } from './calendar.queries.ts'
import { moveStock, usePart, sparePartCrud, sparePartImport, listMoves } from './spare-parts.ts'
import { checkItemCrud } from './check-items.ts'
import { addCheckPhotos, keepCheck, reportRepair } from './report-repair.ts'
import {
  acceptRepair,
  addRepairPhotos,
  assignRepair,
  cancelRepair,
  finishRepair,
  rejectRepair,
  type RepairCommandContext,
  startRepair,
  verifyRepair,
} from './move-repair.ts'
import { onePhoto } from '../../platform/files/photos.store.ts'
import { onePlan, planCruds } from './plans.queries.ts'
import { type DowntimeQuestion, listRepairs, oneRepair, repairHistory } from './repairs.queries.ts'
import { donePlan } from './done-plan.ts'
import { repeatPlan } from './repeat-plan.ts'
import { listChecks, listDueChecks, oneCheck } from './equipment-rounds.queries.ts'

export interface MaintenanceDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly files: FileStore
  readonly downtime: DowntimeQuestion
}

export function repairRoutes({ db, clock, files, downtime }: MaintenanceDeps): Routes {
  const one = (actor: Actor, id: string) => oneRepair(db.reads, actor, id)
  const done = async (actor: Actor, id: string, action: (context: RepairCommandContext) => Promise<void>) => {
    await db.tx((write) => action({ write, actor, now: clock.now() }))
    return one(actor, id)
  }
  return routes(repairsApi, {
    'GET /api/repairs': ({ actor, query }) => listRepairs(db.reads, actor, query),
    'GET /api/repairs/:id': ({ actor, params: { id } }) => one(actor, id),
    'POST /api/repairs': async ({ actor, body }) => {
      const id = await db.tx((write) => reportRepair(write, actor, body, clock.now()))
      return one(actor, id)
    },
    'POST /api/repairs/:id/assign': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => assignRepair(context, id, body)),
    'POST /api/repairs/:id/accept': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => acceptRepair(context, id, body)),
    'POST /api/repairs/:id/start': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => startRepair(context, id, body)),
    'POST /api/repairs/:id/parts': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => usePart(context, id, body)),
    'POST /api/repairs/:id/finish': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => finishRepair(context, id, body, downtime)),
    'POST /api/repairs/:id/verify': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => verifyRepair(context, id, body, downtime)),
    'POST /api/repairs/:id/reject': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => rejectRepair(context, id, body)),
    'POST /api/repairs/:id/cancel': ({ actor, params: { id }, body }) =>
      done(actor, id, (context) => cancelRepair(context, id, body)),
    'POST /api/repairs/:id/photos': async ({ actor, params: { id }, files: uploads }) => {
      // An unknown record is reported before the bytes are stored.
      await one(actor, id)
      const saved = await keepFiles(files, uploads, pictureType)
      return done(actor, id, (context) => addRepairPhotos(context, id, saved))
    },
    'GET /api/repairs/:id/history': ({ actor, params: { id }, query }) =>
      repairHistory(db.reads, actor, id, query),
    'GET /api/maintenance-photos/:id/file': async ({ actor, params: { id } }) => {
      const { sha256, ...photo } = await onePhoto(db.reads, 'maintenance_photos', actor.plantId, id)
      return { ...photo, body: files.stream(sha256), inline: true }
    },
  })
}

export function checkRoutes({ db, clock, files }: MaintenanceDeps): Routes {
  return routes(equipmentRoundsApi, {
    ...crudRoutes({ db, clock }, checkItemCrud),
    'GET /api/checks/due': ({ actor, query }) => listDueChecks(db.reads, actor, query, clock.now()),
    'GET /api/checks': ({ actor, query }) => listChecks(db.reads, actor, query),
    'GET /api/checks/:id': ({ actor, params: { id } }) => oneCheck(db.reads, actor.plantId, id),
    'POST /api/machines/:id/checks': async ({ actor, params, body }) => {
      const id = await db.tx((write) => keepCheck(write, actor, params.id, body, clock.now()))
      return oneCheck(db.reads, actor.plantId, id)
    },
    'POST /api/checks/:id/photos': async ({ actor, params: { id }, files: uploads }) => {
      await oneCheck(db.reads, actor.plantId, id)
      const saved = await keepFiles(files, uploads, pictureType)
      await db.tx((write) => addCheckPhotos(write, actor, id, saved, clock.now()))
      return oneCheck(db.reads, actor.plantId, id)
    },
  })
}

export function planRoutes({ db, clock }: MaintenanceDeps): Routes {
  const one = (actor: Actor, id: string) => onePlan(db.reads, actor, id, clock.now())
  return routes(maintenancePlansApi, {
    ...crudRoutes({ db, clock }, planCruds),
    'POST /api/maintenance-plans/:id/done': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => donePlan({ write, actor, now: clock.now() }, id, body))
      return one(actor, id)
    },
    'POST /api/maintenance-plans/:id/repeat': ({ actor, params: { id } }) =>
      db.tx((write) => repeatPlan({ write, actor, now: clock.now() }, id)),
    'GET /api/maintenance-actions': ({ actor, query }) => listActions(db.reads, actor, query),
    'GET /api/maintenance-calendar': ({ actor, query }) =>
      maintenanceCalendar(db.reads, actor, query, clock.now()),
    'GET /api/maintenance-summary': ({ actor }) => maintenanceSummary(db.reads, actor, clock.now()),
  })
}

export function partRoutes({ db, clock }: MaintenanceDeps): Routes {
  return routes(sparePartsApi, {
    ...crudRoutes({ db, clock }, sparePartCrud),
    ...importRoutes({ db, clock }, sparePartImport),
    'POST /api/spare-parts/:id/moves': async ({ actor, params: { id }, body }) => {
      await db.tx((write) => moveStock({ write, actor, now: clock.now() }, id, body))
      return oneRow(sparePartCrud, db.reads, { actor, now: clock.now() }, id)
    },
    'GET /api/spare-parts/:id/moves': ({ actor, params: { id }, query }) =>
      listMoves(db.reads, { actor, now: clock.now() }, id, query),
  })
}
