import type { PageRoute } from '../../app/page-route.ts'
import { infoRoute } from './info/info.route.ts'
import { setRoutes } from './screens/set.route.ts'

/** What the walls say and how they show it. */
export const displayRoutes: readonly PageRoute[] = [infoRoute, ...setRoutes]
