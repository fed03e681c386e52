import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Module } from '../../platform/module.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { inspectionsDemo } from './inspections.demo.ts'
import { openInspectionsDemo, instrumentsDemo } from './inspections.demo-open.ts'
import { inspectionRoutes } from './inspections.routes.ts'
import { instrumentsApi } from '@cloud-factory/contract/inspection/instruments'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { listInstruments, oneInstrument } from './instruments.queries.ts'
import { createInstrument, deleteInstrument, updateInstrument } from './save-instrument.ts'

interface InstrumentDeps {
  readonly db: Database
  readonly clock: Clock
}

const instrumentRoutes = ({ db, clock }: InstrumentDeps): Routes =>
  routes(instrumentsApi, {
    'GET /api/instruments': ({ actor, query }) => listInstruments(db.reads, actor, query, clock.now()),
    'POST /api/instruments': async ({ actor, body }) => {
      const id = await db.tx((write) => createInstrument(write, actor, body))
      return oneInstrument(db.reads, actor, id, clock.now())
    },
    'PATCH /api/instruments/:id': async ({ actor, params, body }) => {
      const now = clock.now()
      await db.tx((write) => updateInstrument(write, actor, params.id, { ...body, now }))
      return oneInstrument(db.reads, actor, params.id, now)
    },
    'DELETE /api/instruments/:id': ({ actor, params, query }) => {
      const now = clock.now()
      return db.tx((write) => deleteInstrument(write, actor, { ...params, ...query, now }))
    },
  })

interface InspectionDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly orders: OrdersPort
}

/** Inspections of pieces, and measuring instruments. */
export const inspectionModule = (deps: InspectionDeps): Module => ({
  name: 'inspection',
  routes: [inspectionRoutes(deps), instrumentRoutes(deps)],
  demo: async (write, context) => {
    await instrumentsDemo(write, context)
    await inspectionsDemo(write, context, deps.orders)
    await openInspectionsDemo(write, context, deps.orders)
  },
})
