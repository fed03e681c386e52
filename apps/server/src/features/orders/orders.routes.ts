import { orderImportsApi } from '@cloud-factory/contract/order-imports'
import { orderMarksApi } from '@cloud-factory/contract/order-marks'
import { ordersApi } from '@cloud-factory/contract/orders'
import { projectsApi } from '@cloud-factory/contract/projects'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type Routes, routes } from '../../platform/http/routes.ts'
import { applyImport, discardImport } from './apply-import.ts'
import type { ImportReader } from './import-reader.ts'
import { listFindings, listImportMarks, listImports, oneImport } from './imports.reads.ts'
import { deleteOrder, moveOrder } from './move-order.ts'
import { orderHistory } from './order-history.reads.ts'
import { listOrders, oneOrder } from './orders.reads.ts'
import { listMarks, listParts, listPieces } from './pieces.reads.ts'
import type { QualityGates } from './production/inspections.ts'
import { listProjects, oneProject } from './projects.reads.ts'
import { createOrder, updateOrder } from './save-order.ts'
import { createProject, deleteProject, updateProject } from './save-project.ts'
import type { RecordsPort } from './revision/records.port.ts'
import { withMissing } from './shipping/conforming.ts'
import { startImport } from './start-import.ts'

export interface OrdersRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly files: FileStore
  readonly reader: ImportReader
  readonly records: RecordsPort
  readonly gates: Pick<QualityGates, 'conformity'>
}

export const projectRoutes = ({ db }: OrdersRouteDeps): Routes =>
  routes(projectsApi, {
    'GET /api/projects': ({ actor, query }) => listProjects(db.reads, actor, query),
    'GET /api/projects/:id': ({ actor, params }) => oneProject(db.reads, actor, params.id),
    'POST /api/projects': async ({ actor, body }) => {
      const id = await db.tx((write) => createProject(write, actor, body))
      return oneProject(db.reads, actor, id)
    },
    'PATCH /api/projects/:id': async ({ actor, params, body }) => {
      await db.tx((write) => updateProject(write, actor, params.id, body))
      return oneProject(db.reads, actor, params.id)
    },
    'DELETE /api/projects/:id': async ({ actor, params, query }) => {
      await db.tx((write) => deleteProject(write, actor, params.id, query.version))
    },
  })

export const orderRoutes = ({ db, clock }: OrdersRouteDeps): Routes =>
  routes(
    ordersApi,
    {
      'GET /api/orders': ({ actor, query }) => listOrders(db.reads, actor, query, clock.now()),
      'GET /api/orders/:id': ({ actor, params }) => oneOrder(db.reads, actor, params.id, clock.now()),
      'POST /api/orders': async ({ actor, body }) => {
        const id = await db.tx((write) => createOrder(write, actor, body))
        return oneOrder(db.reads, actor, id, clock.now())
      },
      'PATCH /api/orders/:id': async ({ actor, params, body }) => {
        await db.tx((write) => updateOrder(write, actor, params.id, body, clock.now()))
        return oneOrder(db.reads, actor, params.id, clock.now())
      },
      'POST /api/orders/:id/status': async ({ actor, params, body }) => {
        await db.tx((write) => moveOrder(write, actor, params.id, body, clock.now()))
        return oneOrder(db.reads, actor, params.id, clock.now())
      },
      'DELETE /api/orders/:id': async ({ actor, params, query }) => {
        await db.tx((write) => deleteOrder(write, actor, params.id, query.version, clock.now()))
      },
      'GET /api/orders/:id/history': ({ actor, params, query }) =>
        orderHistory(db.reads, actor.plantId, params.id, query),
    },
    { kept: ['GET /api/orders'] },
  )

export const markRoutes = ({ db, gates: { conformity } }: OrdersRouteDeps): Routes =>
  routes(orderMarksApi, {
    'GET /api/orders/:id/marks': ({ actor, params, query }) => listMarks(db.reads, actor, params, query),
    'GET /api/marks/:id/parts': ({ actor, params, query }) =>
      listParts(db.reads, actor.plantId, params, query),
    'GET /api/orders/:id/pieces': async ({ actor, params, query }) => {
      const { items, total } = await listPieces(db.reads, actor.plantId, params, query)
      return { items: await withMissing({ reads: db.reads, conformity }, actor.plantId, items), total }
    },
  })

export const importRoutes = ({ db, clock, files, reader, records }: OrdersRouteDeps): Routes =>
  routes(orderImportsApi, {
    'POST /api/orders/:id/imports': async ({ actor, params, files: uploads }) => {
      const id = await startImport({ db, files, reader }, actor, params.id, uploads, clock.now())
      return oneImport(db.reads, actor, id, records)
    },
    'GET /api/orders/:id/imports': ({ actor, params, query }) =>
      listImports(db.reads, actor, params.id, query, records),
    'GET /api/imports/:id': ({ actor, params }) => oneImport(db.reads, actor, params.id, records),
    'GET /api/imports/:id/findings': ({ actor, params, query }) =>
      listFindings(db.reads, actor.plantId, params.id, query),
    'GET /api/imports/:id/marks': ({ actor, params, query }) =>
      listImportMarks(db.reads, actor.plantId, params.id, query),
    'POST /api/imports/:id/apply': async ({ actor, params, body }) => {
      await db.tx((write) => applyImport(write, actor, params.id, body?.reason))
      return oneImport(db.reads, actor, params.id, records)
    },
    'POST /api/imports/:id/discard': async ({ actor, params }) => {
      await db.tx((write) => discardImport(write, actor, params.id))
      return oneImport(db.reads, actor, params.id, records)
    },
  })
