import type { Feature } from '../../app/feature.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { inspectionRoutes } from './inspections/inspections.routes.ts'
import type { OrdersPort } from './orders.port.ts'

export type { OrdersPort } from './orders.port.ts'

export interface QualityDeps {
  readonly db: Database
  readonly clock: Clock
  /** Photos and certificates are kept below it. */
  readonly dataDir: string
  readonly orders: OrdersPort
}

/** Standards, inspections, welds, coats, non-conformances and incoming material: what opens and shuts the gates of orders. */
export function qualityFeature(deps: QualityDeps): Feature {
  return { name: 'quality', routes: [inspectionRoutes(deps)] }
}
