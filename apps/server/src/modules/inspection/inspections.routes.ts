import { inspectionsApi } from '@cloud-factory/contract/inspection/inspections'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write, Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { gatePlansOf, standardsInUse, listDue } from './due.queries.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { onePhoto } from '../../platform/files/photos.store.ts'
import { type Routes, routes, type ChangeCall, type Handlers } from '../../platform/http/routes.ts'
import { changeInspection, correctInspection, repeatInspection } from './change-inspection.ts'
import { createAutomatic, createInspections } from './create-inspections.ts'
import { oneInspection, type Action } from './form.queries.ts'
import { inspectionsByIds, listInspections } from './inspections.queries.ts'
import {
  lockInspection,
  cancelInspection,
  judgeInspection,
  reopenInspection,
  returnInspection,
  submitInspection,
} from './move-inspection.ts'
import { inviteCustomer } from './invitations.ts'
import { addItems, listOptionalItems, removeItem } from './make-form.ts'
import { addPhotos, removePhoto, saveReadings } from './save-readings.ts'
import { saveGatePlan } from './save-gate-plan.ts'

interface InspectionDeps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly orders: OrdersPort
  readonly files: FileStore
}

export const inspectionRoutes = (routeDeps: InspectionDeps): Routes => {
  const { db, clock, orders } = routeDeps
  const deps = { reads: db.reads, orders }
  const action = (write: Write) => ({ write, orders, now: clock.now() })
  type Change<B, R> = (action: Action, actor: Actor, id: string, body: B) => Promise<R>
  /** Changes the inspection in the path and returns it. */
  const changed =
    <B>(change: Change<B, void>) =>
    async ({ actor, params, body }: ChangeCall<B>) => {
      await db.tx((write) => change(action(write), actor, params.id, body))
      return oneInspection(deps, actor, params.id)
    }
  /** Creates an inspection that follows the one in the path and returns the new one. */
  const followed =
    <B>(follow: Change<B, number>) =>
    async ({ actor, params, body }: ChangeCall<B>) => {
      const id = await db.tx((write) => follow(action(write), actor, params.id, body))
      return oneInspection(deps, actor, String(id))
    }
  return routes(inspectionsApi, {
    ...gatePlanHandlers(routeDeps),
    ...photoHandlers(routeDeps),
    'GET /api/inspections': ({ actor, query }) => listInspections(deps, actor, query),
    'GET /api/due-inspections': ({ actor, query }) => listDue(deps, actor.plantId, query),
    'POST /api/inspections': async ({ actor, body }) => {
      const { ids, left } = await db.tx((write) => createInspections(action(write), actor, body))
      return { items: await inspectionsByIds(deps, actor, ids), left: [...left] }
    },
    'POST /api/automatic-inspections': async ({ actor }) => {
      const { ids } = await db.tx((write) => createAutomatic(action(write), actor))
      return { items: await inspectionsByIds(deps, actor, ids), left: [] }
    },
    'GET /api/inspections/:id': ({ actor, params }) => oneInspection(deps, actor, params.id),
    'PATCH /api/inspections/:id': changed(changeInspection),
    'GET /api/inspections/:id/optional-items': ({ actor, params }) =>
      listOptionalItems(db.reads, actor.plantId, params.id),
    'POST /api/inspections/:id/items': changed(addItems),
    'DELETE /api/inspection-items/:id': async ({ actor, params }) => {
      const id = await db.tx((write) => removeItem(action(write), actor, params.id))
      return oneInspection(deps, actor, id)
    },
    'PUT /api/inspections/:id/readings': async ({ actor, params, body }) => ({
      items: await db.tx((write) => saveReadings(action(write), actor, params.id, body.readings)),
    }),
    'POST /api/inspections/:id/submit': changed(submitInspection),
    'POST /api/inspections/:id/return': changed(returnInspection),
    'POST /api/inspections/:id/judge': changed(judgeInspection),
    'POST /api/inspections/:id/reopen': changed(reopenInspection),
    'POST /api/inspections/:id/lock': changed(lockInspection),
    'POST /api/inspections/:id/correct': followed(correctInspection),
    'POST /api/inspections/:id/repeat': followed(repeatInspection),
    'POST /api/inspections/:id/cancel': changed(cancelInspection),
    'PUT /api/inspections/:id/invitation': changed(inviteCustomer),
  })
}

type GatePlanEndpoint = 'GET /api/gate-plans' | 'PUT /api/gate-plans/:id'

function gatePlanHandlers({
  db,
  orders,
}: Pick<InspectionDeps, 'db' | 'orders'>): Pick<Handlers<typeof inspectionsApi>, GatePlanEndpoint> {
  const deps = { reads: db.reads, orders }
  return {
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
  }
}

type PhotoEndpoint =
  | 'POST /api/inspections/:id/photos'
  | 'GET /api/inspection-photos/:id/file'
  | 'DELETE /api/inspection-photos/:id'

const photoHandlers = ({
  db,
  clock,
  orders,
  files,
}: InspectionDeps): Pick<Handlers<typeof inspectionsApi>, PhotoEndpoint> => ({
  'POST /api/inspections/:id/photos': async ({ actor, params, body, files: uploads }) => {
    const how = { where: body, now: clock.now() }
    await addPhotos({ db, orders, files }, actor, params.id, uploads, how)
    return oneInspection({ reads: db.reads, orders }, actor, params.id)
  },
  'GET /api/inspection-photos/:id/file': async ({ actor, params }) => {
    const { sha256, ...photo } = await onePhoto(db.reads, 'inspection_photos', actor.plantId, params.id)
    return { ...photo, body: files.stream(sha256) }
  },
  'DELETE /api/inspection-photos/:id': async ({ actor, params }) => {
    await db.tx((write) => removePhoto({ write, orders, now: clock.now() }, actor, params.id))
  },
})
