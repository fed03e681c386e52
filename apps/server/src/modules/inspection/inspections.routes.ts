import { inspectionsApi } from '@cloud-factory/contract/inspections'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Write } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { changeInspection } from './change-inspection.ts'
import { createAutomatic, createInspections } from './create-inspections.ts'
import { listDue } from './due.reads.ts'
import { correctInspection, repeatInspection } from './follow-inspection.ts'
import { oneInspection } from './form.reads.ts'
import { gatePlansOf, standardsInUse } from './gate-plans.reads.ts'
import { inspectionsByIds, listInspections } from './inspections.reads.ts'
import { lockInspection } from './lock-inspection.ts'
import {
  cancelInspection,
  judgeInspection,
  reopenInspection,
  returnInspection,
  submitInspection,
} from './move-inspection.ts'
import { addItems, listOptionalItems, removeItem } from './optional-items.ts'
import { addPhotos, onePhoto, removePhoto } from './photos.ts'
import { saveGatePlan } from './save-gate-plan.ts'
import { saveReadings } from './save-readings.ts'

interface InspectionDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
  readonly files: FileStore
}

export const inspectionRoutes = ({ db, clock, orders, files }: InspectionDeps): Routes => {
  const deps = { reads: db.reads, orders }
  const action = (write: Write) => ({ write, orders, now: clock.now() })
  return routes(inspectionsApi, {
    'GET /api/inspections': ({ actor, query }) => listInspections(deps, actor, query),
    'GET /api/due-inspections': ({ actor, query }) => listDue(deps, actor.plantId, query),
    'GET /api/gate-plans': async ({ actor }) => {
      const standards = await standardsInUse(db.reads, actor.plantId)
      return {
        items: await gatePlansOf(deps, actor.plantId),
        standards: standards.map(({ id, code }) => ({ id: String(id), code })),
      }
    },
    'PUT /api/gate-plans/:id': async ({ actor, params, body }) => {
      await db.tx((write) => saveGatePlan({ write, orders }, actor, params.id, body))
      const plans = await gatePlansOf(deps, actor.plantId)
      return plans.find(({ id }) => id === params.id) ?? fail('not_found')
    },
    'POST /api/inspections': async ({ actor, body }) => {
      const { ids, left } = await db.tx((write) => createInspections(action(write), actor, body))
      return { items: await inspectionsByIds(deps, actor, ids), left: [...left] }
    },
    'POST /api/automatic-inspections': async ({ actor }) => {
      const { ids } = await db.tx((write) => createAutomatic(action(write), actor))
      return { items: await inspectionsByIds(deps, actor, ids), left: [] }
    },
    'GET /api/inspections/:id': ({ actor, params }) => oneInspection(deps, actor, params.id),
    'PATCH /api/inspections/:id': async ({ actor, params, body }) => {
      await db.tx((write) => changeInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'GET /api/inspections/:id/optional-items': ({ actor, params }) =>
      listOptionalItems(db.reads, actor.plantId, params.id),
    'POST /api/inspections/:id/items': async ({ actor, params, body }) => {
      await db.tx((write) => addItems(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'DELETE /api/inspection-items/:id': async ({ actor, params }) => {
      const id = await db.tx((write) => removeItem(action(write), actor, params.id))
      return oneInspection(deps, actor, id)
    },
    'PUT /api/inspections/:id/readings': async ({ actor, params, body }) => ({
      items: await db.tx((write) => saveReadings(action(write), actor, params.id, body.readings)),
    }),
    'POST /api/inspections/:id/submit': async ({ actor, params, body }) => {
      await db.tx((write) => submitInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/return': async ({ actor, params, body }) => {
      await db.tx((write) => returnInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/judge': async ({ actor, params, body }) => {
      await db.tx((write) => judgeInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/lock': async ({ actor, params, body }) => {
      await db.tx((write) => lockInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/correct': async ({ actor, params, body }) => {
      const id = await db.tx((write) => correctInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, String(id))
    },
    'POST /api/inspections/:id/repeat': async ({ actor, params, body }) => {
      const id = await db.tx((write) => repeatInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, String(id))
    },
    'POST /api/inspections/:id/cancel': async ({ actor, params, body }) => {
      await db.tx((write) => cancelInspection(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    },
    'POST /api/inspections/:id/photos': async ({ actor, params, body, files: uploads }) => {
      const how = { where: body, now: clock.now() }
      await addPhotos({ db, orders, files }, actor, params.id, uploads, how)
      return oneInspection(deps, actor, params.id)
    },
    'GET /api/inspection-photos/:id/file': async ({ actor, params }) => {
      const { fileName, type, bytes, sha256 } = await onePhoto(db.reads, actor.plantId, params.id)
      return { name: fileName, type, bytes, body: files.stream(sha256) }
    },
    'DELETE /api/inspection-photos/:id': async ({ actor, params }) => {
      const photo = await onePhoto(db.reads, actor.plantId, params.id)
      await db.tx((write) => removePhoto(action(write), actor, photo, params.id))
    },
  })
}
