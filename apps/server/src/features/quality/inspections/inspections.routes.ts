import { inspectionsApi } from '@cloud-factory/contract/inspections'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Write } from '../../../platform/db/handles.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Routes, routes } from '../../../platform/http/routes.ts'
import type { OrdersPort } from '../orders.port.ts'
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
  const door = { reads: db.reads, orders }
  const deed = (write: Write) => ({ write, orders, now: clock.now() })
  return routes(inspectionsApi, {
    'GET /api/inspections': ({ actor, query }) => listInspections(door, actor, query),
    'GET /api/due-inspections': ({ actor, query }) => listDue(door, actor.plantId, query),
    'GET /api/gate-plans': async ({ actor }) => {
      const standards = await standardsInUse(db.reads, actor.plantId)
      return {
        items: await gatePlansOf(door, actor.plantId),
        standards: standards.map(({ id, code }) => ({ id: String(id), code })),
      }
    },
    'PUT /api/gate-plans/:id': async ({ actor, params, body }) => {
      await db.tx((write) => saveGatePlan({ write, orders }, actor, params.id, body))
      const plans = await gatePlansOf(door, actor.plantId)
      return plans.find(({ id }) => id === params.id) ?? refuse('not_found')
    },
    'POST /api/inspections': async ({ actor, body }) => {
      const { ids, left } = await db.tx((write) => createInspections(deed(write), actor, body))
      return { items: await inspectionsByIds(door, actor, ids), left: [...left] }
    },
    'POST /api/automatic-inspections': async ({ actor }) => {
      const { ids } = await db.tx((write) => createAutomatic(deed(write), actor))
      return { items: await inspectionsByIds(door, actor, ids), left: [] }
    },
    'GET /api/inspections/:id': ({ actor, params }) => oneInspection(door, actor, params.id),
    'PATCH /api/inspections/:id': async ({ actor, params, body }) => {
      await db.tx((write) => changeInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'GET /api/inspections/:id/optional-items': ({ actor, params }) =>
      listOptionalItems(db.reads, actor.plantId, params.id),
    'POST /api/inspections/:id/items': async ({ actor, params, body }) => {
      await db.tx((write) => addItems(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'DELETE /api/inspection-items/:id': async ({ actor, params }) => {
      const id = await db.tx((write) => removeItem(deed(write), actor, params.id))
      return oneInspection(door, actor, id)
    },
    'PUT /api/inspections/:id/readings': async ({ actor, params, body }) => ({
      items: await db.tx((write) => saveReadings(deed(write), actor, params.id, body.readings)),
    }),
    'POST /api/inspections/:id/submit': async ({ actor, params, body }) => {
      await db.tx((write) => submitInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/return': async ({ actor, params, body }) => {
      await db.tx((write) => returnInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/judge': async ({ actor, params, body }) => {
      await db.tx((write) => judgeInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/reopen': async ({ actor, params, body }) => {
      await db.tx((write) => reopenInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/lock': async ({ actor, params, body }) => {
      await db.tx((write) => lockInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/correct': async ({ actor, params, body }) => {
      const id = await db.tx((write) => correctInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, String(id))
    },
    'POST /api/inspections/:id/repeat': async ({ actor, params, body }) => {
      const id = await db.tx((write) => repeatInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, String(id))
    },
    'POST /api/inspections/:id/cancel': async ({ actor, params, body }) => {
      await db.tx((write) => cancelInspection(deed(write), actor, params.id, body))
      return oneInspection(door, actor, params.id)
    },
    'POST /api/inspections/:id/photos': async ({ actor, params, body, files: uploads }) => {
      const how = { where: body, now: clock.now() }
      await addPhotos({ db, orders, files }, actor, params.id, uploads, how)
      return oneInspection(door, actor, params.id)
    },
    'GET /api/inspection-photos/:id/file': async ({ actor, params }) => {
      const { fileName, type, bytes, sha256 } = await onePhoto(db.reads, actor.plantId, params.id)
      return { name: fileName, type, bytes, body: files.stream(sha256) }
    },
    'DELETE /api/inspection-photos/:id': async ({ actor, params }) => {
      const photo = await onePhoto(db.reads, actor.plantId, params.id)
      await db.tx((write) => removePhoto(deed(write), actor, photo, params.id))
    },
  })
}
