import { dashboardRoutes } from '../features/dashboard/dashboard.feature.tsx'
import { displayRoutes } from '../features/display/display.feature.ts'
import { equipmentRoutes } from '../features/equipment/equipment.feature.tsx'
import { orderRoutes } from '../features/orders/orders.feature.tsx'
import { personalRoutes } from '../features/personal/personal.feature.tsx'
import { qualityRoutes } from '../features/quality/quality.feature.tsx'
import { authorityRoutes } from './authority-routes.ts'
import type { PageRoute } from './page-route.ts'
import { generateRoutes } from './route-tree.ts'
import { warehouseRoutes } from './warehouse-routes.ts'
import { wallRoutes } from './wall-routes.tsx'

/** Every page behind the sign-in, in the order of the menu: each feature adds its own list. */
export const allRoutes: readonly PageRoute[] = [
  ...dashboardRoutes,
  ...orderRoutes,
  ...qualityRoutes,
  ...warehouseRoutes,
  ...equipmentRoutes,
  ...displayRoutes,
  ...wallRoutes,
  ...authorityRoutes,
  ...personalRoutes,
]

let permitted: readonly PageRoute[] | null = null

/** Generated on the first protected navigation, then kept. */
export const shellRoutes = (): readonly PageRoute[] => (permitted ??= generateRoutes(allRoutes, 'admin'))
