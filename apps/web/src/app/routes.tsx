import { lazyPage, type PageRoute, lazyPlainPage } from './page-route.ts'
import { DashboardOutlined, UserOutlined, TeamOutlined } from '@ant-design/icons'
import { displayRoutes } from './routes/displays.ts'
import { equipmentRoutes } from './routes/equipment.tsx'
import { orderRoutes } from './routes/orders.tsx'
import { warehouseRoutes } from './routes/material.tsx'
import { qualityRoutes } from './routes/quality.tsx'
import { generateRoutes } from './route-tree.ts'

/** The log's page in the group /authority. */
const auditRoutes: readonly PageRoute[] = [
  {
    path: '/authority/audit',
    name: 'AuthorityAudit',
    titleKey: 'authorityAudit',
    permission: 'authority.audit',
    page: lazyPage(
      async () => (await import('../modules/audit/audit.page.tsx')).AuditPage,
      'audit',
      'permissions',
    ),
  },
]

const dashboardRoutes: readonly PageRoute[] = [
  {
    path: '/dashboard',
    name: 'Dashboard',
    titleKey: 'dashboard',
    icon: DashboardOutlined,
    affix: true,
    noCache: true,
    page: lazyPlainPage(
      async () => (await import('../modules/dashboard/dashboard.page.tsx')).DashboardPage,
      'dashboard',
      'permissions',
    ),
  },
]

/** Pages of the group /authority; the log is another feature's. */
const peopleRoutes: readonly PageRoute[] = [
  {
    path: '/authority/users',
    name: 'AuthorityUsers',
    titleKey: 'authorityUsers',
    permission: 'authority.users',
    page: lazyPage(
      async () => (await import('../modules/identity/users.page.tsx')).UsersPage,
      'identity',
      'permissions',
    ),
  },
  {
    path: '/authority/roles',
    name: 'AuthorityRoles',
    titleKey: 'authorityRoles',
    permission: 'authority.roles',
    page: lazyPage(
      async () => (await import('../modules/identity/roles.page.tsx')).RolesPage,
      'identity',
      'permissions',
    ),
  },
]

const personalRoutes: readonly PageRoute[] = [
  {
    path: '/personal',
    name: 'Personal',
    titleKey: 'personal',
    icon: UserOutlined,
    hidden: true,
    page: lazyPage(
      async () => (await import('../modules/identity/personal.page.tsx')).PersonalPage,
      'account',
      'permissions',
    ),
  },
]

/** 权限管理: user and log pages under one menu entry. */
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
