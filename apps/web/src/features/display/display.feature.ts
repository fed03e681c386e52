import type { PageRoute } from '../../app/page-route.ts'
import { infoRoute } from './info/info.route.ts'
import { setRoutes } from './screens/set.route.ts'

/** Pages for the information and the layout of wall screens. */
export const displayRoutes: readonly PageRoute[] = [infoRoute, ...setRoutes]
