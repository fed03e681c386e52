import { lazyListPage, lazyPage, lazyPlainPage, type PageRoute } from './page-route.ts'
import {
  BarChartOutlined,
  BellOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { displayRoutes } from './routes/displays.ts'
import { equipmentRoutes, figureRoutes, gatewayRoutes, machineRuleRoutes } from './routes/equipment.tsx'
import { orderRoutes, planRoute, reportRoute } from './routes/orders.tsx'
import { documentsRoute, qualityRoutes, qualityRuleRoutes, statisticsRoute } from './routes/quality.tsx'
import { generateRoutes } from './route-tree.ts'

/** The log's page in the group /authority. */
const auditRoutes: readonly PageRoute[] = [
  {
    path: '/authority/audit',
    guide: 'people#audit',
    name: 'AuthorityAudit',
    titleKey: 'authorityAudit',
    permission: 'authority.audit',
    page: lazyListPage(
      async () => (await import('../modules/audit/audit.page.tsx')).AuditPage,
      'audit',
      'permissions',
    ),
  },
]

const dashboardRoutes: readonly PageRoute[] = [
  {
    path: '/dashboard',
    guide: 'display-info',
    name: 'Dashboard',
    titleKey: 'dashboard',
    icon: DashboardOutlined,
    affix: true,
    noCache: true,
    page: lazyPlainPage(
      async () => (await import('../modules/dashboard/dashboard.page.tsx')).DashboardPage,
      'dashboard',
      'permissions',
      'inbox',
    ),
  },
]

/** Pages of the group /authority; the log is another feature's. */
const peopleRoutes: readonly PageRoute[] = [
  {
    path: '/authority/users',
    guide: 'people#users',
    name: 'AuthorityUsers',
    titleKey: 'authorityUsers',
    permission: 'authority.users',
    page: lazyListPage(
      async () => (await import('../modules/identity/users.page.tsx')).UsersPage,
      'identity',
      'permissions',
    ),
  },
  {
    path: '/authority/roles',
    guide: 'people#roles',
    name: 'AuthorityRoles',
    titleKey: 'authorityRoles',
    permission: 'authority.roles',
    page: lazyListPage(
      async () => (await import('../modules/identity/roles.page.tsx')).RolesPage,
      'identity',
      'permissions',
    ),
  },
]

const terminalRoutes: readonly PageRoute[] = [
  {
    path: '/authority/terminals',
    guide: 'people#terminals',
    name: 'AuthorityTerminals',
    titleKey: 'authorityTerminals',
    permission: 'authority.users',
    page: lazyListPage(
      async () => (await import('../modules/identity/terminals.page.tsx')).TerminalsPage,
      'identity',
      'permissions',
    ),
  },
]

const personalRoutes: readonly PageRoute[] = [
  {
    path: '/personal',
    guide: 'sign-in#account',
    name: 'Personal',
    titleKey: 'personal',
    icon: UserOutlined,
    hidden: true,
    page: lazyPage(
      async () => (await import('../modules/identity/personal.page.tsx')).PersonalPage,
      'account',
      'inbox',
      'permissions',
    ),
  },
]

const messageRoutes: readonly PageRoute[] = [
  {
    path: '/message/list',
    name: 'MessageList',
    titleKey: 'messageList',
    guide: 'shell#messages',
    icon: BellOutlined,
    hidden: true,
    page: lazyListPage(
      async () => (await import('../modules/inbox/messages.page.tsx')).MessagesPage,
      'inbox',
    ),
  },
]

/** The one place for every code: of a piece, a package, a machine and so on. */
const codeRoutes: readonly PageRoute[] = [
  {
    path: '/find',
    name: 'FindCode',
    titleKey: 'findCode',
    guide: 'shell#find',
    hidden: true,
    page: lazyPage(
      async () => (await import('../modules/production/find-code.page.tsx')).FindCodePage,
      'production',
      'orders',
      'shipping',
      'material',
    ),
  },
]

/** Hours and money of the work. */
const labourRoute: PageRoute = {
  path: '/order/labour',
  guide: 'production#labour',
  name: 'Labour',
  titleKey: 'labour',
  workOf: ['labour.view', 'cost.view'],
  permissionOr: ['labour.view', 'cost.view'],
  page: lazyListPage(
    async () => (await import('../modules/labour/labour.page.tsx')).LabourPage,
    'labour',
    'production-reports',
    'planning',
    'purchasing',
  ),
}

/** Value of an order by contract stage. */
const statementRoute: PageRoute = {
  path: '/order/statement/:id',
  guide: 'production#cost',
  name: 'ProgressStatement',
  titleKey: 'statement',
  permission: 'cost.view',
  hidden: true,
  activeMenu: '/order/labour',
  page: lazyListPage(
    async () => (await import('../modules/labour/statement.page.tsx')).StatementPage,
    'labour',
    'purchasing',
  ),
}

/** Figures and documents about what was made, for those who report or decide. */
const reportRoutes: readonly PageRoute[] = [
  {
    path: '/reports',
    titleKey: 'reports',
    icon: BarChartOutlined,
    permissionOr: ['order.view', 'equipment.view', 'quality.view', 'labour.view', 'cost.view'],
    children: [reportRoute, labourRoute, statementRoute, ...figureRoutes, statisticsRoute, documentsRoute],
  },
]

/** What is set up once and changed rarely. */
const setupRoutes: readonly PageRoute[] = [
  {
    path: '/setup',
    titleKey: 'setup',
    icon: DatabaseOutlined,
    permissionOr: ['order.view', 'equipment.view', 'quality.view'],
    children: [planRoute, ...machineRuleRoutes, ...qualityRuleRoutes],
  },
]

/** Users, the log of what they did, and the connection of machines. */
const authorityRoutes: readonly PageRoute[] = [
  {
    path: '/authority',
    titleKey: 'authority',
    icon: SettingOutlined,
    permissionOr: ['authority.users', 'authority.roles', 'authority.audit', 'equipment.view'],
    children: [...peopleRoutes, ...terminalRoutes, ...auditRoutes, ...gatewayRoutes],
  },
]

const page = lazyPlainPage(async () => (await import('./to-wall.page.tsx')).ToWallPage)

/** The wall screens are separate pages: links from the office to them are full page loads. */
const wallRoutes: readonly PageRoute[] = (['VirtualData', 'RealData'] as const).map((name) => ({
  path: `/${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  name,
  titleKey: 'screen',
  guide: 'wall',
  permissionOr: ['screen.view', 'screen.show'] as const,
  hidden: true,
  fullScreen: true,
  page,
}))

/** Where signed-in people are led from addresses without a page for them; these pages have no tab. */
const missingRoutes: readonly PageRoute[] = [
  {
    path: '/404',
    guide: 'shell',
    hidden: true,
    page: lazyPlainPage(async () => (await import('./layout/missing.page.tsx')).NotFoundPage, 'sign-in'),
  },
  {
    path: '/401',
    guide: 'shell',
    hidden: true,
    page: lazyPlainPage(async () => (await import('./layout/missing.page.tsx')).NotAllowedPage, 'sign-in'),
  },
]

/** Every page behind the sign-in, in the order of the menu: each feature adds its own list. */
export const allRoutes: readonly PageRoute[] = [
  ...dashboardRoutes,
  ...orderRoutes,
  ...qualityRoutes,
  ...equipmentRoutes,
  ...reportRoutes,
  ...displayRoutes,
  ...wallRoutes,
  ...setupRoutes,
  ...authorityRoutes,
  ...messageRoutes,
  ...codeRoutes,
  ...personalRoutes,
  ...missingRoutes,
]

let permitted: readonly PageRoute[] | null = null

/** Computed at the first protected navigation, then cached. */
export const shellRoutes = (): readonly PageRoute[] => (permitted ??= generateRoutes(allRoutes, 'admin'))
