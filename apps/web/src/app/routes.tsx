import { dashboardRoutes } from '../features/dashboard/dashboard.feature.tsx'
import { displayRoutes } from '../features/display/display.feature.ts'
import { equipmentRoutes } from '../features/equipment/equipment.feature.tsx'
import { orderRoutes, finishedGoodsRoute } from '../features/orders/orders.feature.tsx'
import { personalRoutes } from '../features/personal/personal.feature.tsx'
import { qualityRoutes, steelStoreRoute } from '../features/quality/quality.feature.tsx'
import { type PageRoute, lazyPlainPage } from './page-route.ts'
import { generateRoutes } from './route-tree.ts'
import { TeamOutlined, InboxOutlined } from '@ant-design/icons'
import { auditRoutes } from '../features/audit/audit.feature.tsx'
import { peopleRoutes } from '../features/people/people.feature.tsx'

/** 仓库: incoming steel and outgoing goods, each by permission. */
const warehouseRoutes: readonly PageRoute[] = [
  {
    path: '/warehouse',
    titleKey: 'warehouse',
    icon: InboxOutlined,
    permissionOr: ['quality.view', 'order.view'],
    children: [steelStoreRoute, finishedGoodsRoute],
  },
]

/** 权限管理: pages of two features under one menu entry. */
const authorityRoutes: readonly PageRoute[] = [
  {
    path: '/authority',
    titleKey: 'authority',
    icon: TeamOutlined,
    permissionOr: ['authority.users', 'authority.roles', 'authority.audit'],
    children: [...peopleRoutes, ...auditRoutes],
  },
]

const page = lazyPlainPage(async () => (await import('./to-wall.page.tsx')).ToWallPage)

/** The wall screens are separate pages: links from the office to them are full page loads. */
const wallRoutes: readonly PageRoute[] = (['VirtualData', 'RealData'] as const).map((name) => ({
  path: `/${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  name,
  titleKey: 'screen',
  permissionOr: ['screen.view', 'screen.show'] as const,
  hidden: true,
  fullScreen: true,
  page,
}))

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

/** Computed at the first protected navigation, then cached. */
export const shellRoutes = (): readonly PageRoute[] => (permitted ??= generateRoutes(allRoutes, 'admin'))
