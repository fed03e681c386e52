import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { instrumentsDemo } from './instruments/instruments.demo.ts'
import { instrumentRoutes } from './instruments/instruments.routes.ts'
import { shippedStandardRoutes, standardFileRoutes } from './standards/files/standard-files.routes.ts'
import { seedStandards } from './standards/shipped/seed-standards.ts'
import { limitRoutes, standardRoutes } from './standards/standards.routes.ts'
import { coatsDemo } from './coating/coats.demo.ts'
import { coatingRoutes } from './coating/coating.routes.ts'
import { inspectionsDemo } from './inspections/inspections.demo.ts'
import { openInspectionsDemo } from './inspections/inspections.demo-open.ts'
import { inspectionRoutes } from './inspections/inspections.routes.ts'
import { openFileStore } from '../../platform/files/file-store.ts'
import { ncrDemo } from './ncr/ncr.demo.ts'
import { defectRoutes, ncrRoutes } from './ncr/ncr.routes.ts'
import { seedDefects } from './ncr/save-defect.ts'
import { certificateRoutes } from './material/certificates.routes.ts'
import { materialDemo } from './material/material.demo.ts'
import { gradeRoutes, receiptRoutes, traceRoutes } from './material/material.routes.ts'
import { seedGrades } from './material/shipped/seed-grades.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { documentsDemo } from './documents/documents.demo.ts'
import type { OrdersPort } from './orders.port.ts'
import { statisticsRoutes } from './statistics/statistics.routes.ts'
import { welderRoutes } from './welds/welders.routes.ts'
import { weldsDemo } from './welds/welds.demo.ts'
import { ndtRoutes, weldRoutes } from './welds/welds.routes.ts'

export { filmMean } from './coating/film-mean.reads.ts'
export { openNcrs } from './ncr/open-ncrs.reads.ts'
export { ncrStatistics } from './statistics/ncr-statistics.reads.ts'
export { repairRates } from './statistics/repair-rates.reads.ts'
export { yieldOf } from './statistics/yield.reads.ts'
export { weldWindow } from './welds/weld-window.reads.ts'
export { blockedPieces } from './blocked-pieces.reads.ts'
export { openDemandsOf } from './conformity.reads.ts'
export { unreleasedPieces } from './material/unreleased-pieces.reads.ts'
export type { OrdersPort } from './orders.port.ts'
export { recordedPieces } from './recorded-pieces.reads.ts'

export interface QualityDeps {
  readonly db: Database
  readonly clock: Clock
  /** Photos and certificates are kept below it. */
  readonly dataDir: string
  readonly orders: OrdersPort
  /** Where the product is reached from outside; null: not said. */
  readonly publicUrl: string | null
}

/** Standards, inspections, welds, coats, non-conformances and incoming material: what opens and shuts the gates of orders. */
export function qualityFeature({ db, clock, dataDir, orders, publicUrl }: QualityDeps): Feature {
  const files = openFileStore(dataDir)
  const deps = { db, clock, files, orders, publicUrl }
  return {
    name: 'quality',
    routes: [
      inspectionRoutes(deps),
      ncrRoutes(deps),
      defectRoutes(deps),
      standardRoutes(deps),
      standardFileRoutes(deps),
      shippedStandardRoutes(deps),
      limitRoutes(deps),
      instrumentRoutes(deps),
      statisticsRoutes(deps),
      documentRoutes(deps),
      welderRoutes(deps),
      weldRoutes(deps),
      ndtRoutes(deps),
      coatingRoutes(deps),
      gradeRoutes(deps),
      receiptRoutes(deps),
      certificateRoutes(deps),
      traceRoutes(deps),
    ],
    prepare: async (write, plantId) => {
      await seedStandards(write, plantId)
      await seedDefects(write, plantId)
      await seedGrades(write, plantId)
    },
    demo: async (write, context) => {
      await instrumentsDemo(write, context)
      await inspectionsDemo(write, context, orders)
      await openInspectionsDemo(write, context, orders)
      await weldsDemo(write, context, orders)
      await coatsDemo(write, context, orders)
      await ncrDemo(write, context, orders)
      await materialDemo(write, context, orders)
      await documentsDemo(write, context, deps)
    },
  }
}
