import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/log/log.ts'
import { parseInWorker } from './import/run-import-worker.ts'
import { ImportReader } from './import-reader.ts'
import { bulkRoutes, exportRoutes } from './list/list.routes.ts'
import { documentsDemo } from './documents/documents.demo.ts'
import { ordersDemo } from './orders.demo.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { printRoutes } from './print/print.routes.ts'
import { importRoutes, markRoutes, orderRoutes, projectRoutes } from './orders.routes.ts'
import { planDemo } from './plan/plan.demo.ts'
import { planRoutes } from './plan/plan.routes.ts'
import { seedPlan } from './plan/seed-plan.ts'
import { importPartsRoutes, importReadingRoutes, partDrawingRoutes } from './reading/reading.routes.ts'
import { importRevisionRoutes } from './revision/revision.routes.ts'
import type { WorkPorts } from './production/machines.port.ts'
import type { RecordsPort } from './revision/records.port.ts'
import { productionRoutes, workRoutes } from './production/work.routes.ts'
import { reportRoutes } from './report/report.routes.ts'
import { deliveryRoutes } from './shipping/deliveries.routes.ts'
import { finishedRoutes, packageRoutes } from './shipping/packages.routes.ts'
import { shippingDemo } from './shipping/shipping.demo.ts'
import { scheduleRoutes } from './schedule/schedule.routes.ts'

export { ordersSearch } from './orders.search.ts'
export { shiftsOf, workshopsOf } from './plan/plan-for-equipment.ts'
export { findPieces, pieceOfText, severalPieces } from './production/find-pieces.ts'
export {
  piecesAtGates,
  piecesPastGate,
  piecesById,
  piecesLocked,
  processesOf,
} from './production/pieces-for-quality.ts'
export {
  crewName,
  repairLimits,
} from './production/answers-for-ncrs.ts'
export {
  crewNames,
  latestCrews,
  lastMachines,
  countedPieces,
  documentOrder,
  projectNames,
} from './production/answers-for-documents.ts'
export { answersForMaterial } from './production/answers-for-material.ts'
export { runningOrders } from './list/running-orders.reads.ts'
export { waitingWork } from './production/waiting-work.reads.ts'
export { shippedToday } from './shipping/shipped-today.reads.ts'
export { outputCourse } from './report/output-course.reads.ts'
export { productionReport } from './report/production-report.reads.ts'
export { scrapCondemned } from './production/scrap-piece.ts'
export { setPieceStatus } from './production/set-piece-status.ts'
export type { ConformityPort, InspectionPort, MaterialPort } from './production/inspections.ts'
export type { MachinesPort } from './production/machines.port.ts'
export type { RecordsPort } from './revision/records.port.ts'

export interface OrdersDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Uploaded files are kept below it. */
  readonly dataDir: string
  /** What quality says about steps that wait for an inspection, and about material; which machines there are. */
  readonly gates: WorkPorts
  /** What quality has on record of an order's pieces. */
  readonly records: RecordsPort
}

/** Projects, orders, marks, pieces, and the imports that bring them. */
export function ordersFeature({ db, clock, log, dataDir, gates, records }: OrdersDeps): Feature {
  const files = openFileStore(dataDir)
  const reader = new ImportReader({ db, files, log, parse: parseInWorker })
  const deps = { db, clock, files, reader, gates, records }
  return {
    name: 'orders',
    routes: [
      projectRoutes(deps),
      orderRoutes(deps),
      markRoutes(deps),
      importRoutes(deps),
      importRevisionRoutes(deps),
      importReadingRoutes(deps),
      partDrawingRoutes(deps),
      importPartsRoutes(deps),
      planRoutes(deps),
      printRoutes(deps),
      exportRoutes(deps),
      documentRoutes(deps),
      productionRoutes(deps),
      workRoutes(deps),
      reportRoutes(deps),
      packageRoutes(deps),
      finishedRoutes(deps),
      deliveryRoutes(deps),
      bulkRoutes(deps),
      scheduleRoutes(deps),
    ],
    start: () => reader.start(),
    close: () => reader.close(),
    prepare: seedPlan,
    seedBase: planDemo,
    demo: async (write, context) => {
      await ordersDemo(write, context, gates.machines)
      await shippingDemo(write, context, files)
      await documentsDemo(write, context, files)
    },
  }
}
