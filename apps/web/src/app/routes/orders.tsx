import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'
import { FileTextOutlined } from '@ant-design/icons'
import { shippingRoutes } from './shipping.tsx'
import { finishedGoodsRoute, nestRoutes } from './material.tsx'
import { fetchFirstOrders } from '../../modules/orders/orders.queries.ts'

const planned = ['order.edit', 'order.import', 'order.release'] as const

/** The import wizard: a page of its own beside the order's. */
const importRoute: PageRoute = {
  path: '/order/import/:id',
  guide: 'import',
  name: 'OrderImport',
  titleKey: 'orderImport',
  permission: 'order.view',
  hidden: true,
  activeMenu: '/order/list',
  page: lazyPage(
    async () => (await import('../../modules/order-import/order-import.page.tsx')).OrderImportPage,
    'order-import',
    'import-findings',
    'orders',
  ),
}

/** Labels and travellers of an order, ready for the printer: a page without the shell. */
const printRoute: PageRoute = {
  path: '/order/print/:id',
  guide: 'documents#printing',
  name: 'OrderPrint',
  titleKey: 'orderPrint',
  permission: 'order.view',
  hidden: true,
  fullScreen: true,
  activeMenu: '/order/list',
  page: lazyPage(
    async () => (await import('../../modules/printing/order-print.page.tsx')).OrderPrintPage,
    'printing',
    'orders',
  ),
}

/** Factory setup: processes, routes, workshops, crews, shifts. */
export const planRoute: PageRoute = {
  path: '/order/processes',
  guide: 'production#processes',
  name: 'ProcessList',
  titleKey: 'processList',
  workOf: ['production.edit'],
  permission: 'order.view',
  page: lazyListPage(
    async () => (await import('../../modules/planning/plan.page.tsx')).PlanPage,
    'planning',
    'orders',
  ),
}

/** Output by period and process. */
export const reportRoute: PageRoute = {
  path: '/order/report',
  guide: 'production#report',
  name: 'ProductionReport',
  titleKey: 'productionReport',
  workOf: ['order.edit', 'order.release', 'order.report', 'production.edit'],
  overview: true,
  permission: 'order.view',
  page: lazyListPage(
    async () => (await import('../../modules/production-reports/report.page.tsx')).ReportPage,
    'production-reports',
    'orders',
  ),
}

/** Open orders in time. */
const scheduleRoute: PageRoute = {
  path: '/order/schedule',
  guide: 'production#schedule',
  name: 'OrderSchedule',
  titleKey: 'orderSchedule',
  workOf: ['order.edit', 'order.release', 'order.report'],
  overview: true,
  permission: 'order.view',
  page: lazyListPage(
    async () => (await import('../../modules/production-reports/schedule.page.tsx')).SchedulePage,
    'schedule',
    'orders',
  ),
}

/** The project of an order in three dimensions. */
const modelRoute: PageRoute = {
  path: '/order/model/:id',
  guide: 'order-life#model',
  name: 'OrderModel',
  titleKey: 'orderModel',
  hidden: true,
  activeMenu: '/order/list',
  page: lazyPage(
    async () => (await import('../../modules/model/model.page.tsx')).ModelPage,
    'model',
    'orders',
    'production',
    'drawings',
  ),
}

/** Reporting work, for those who may. */
const workRoute: PageRoute = {
  path: '/order/work',
  guide: 'work',
  name: 'WorkReport',
  titleKey: 'workReport',
  permissionAnd: ['order.view', 'order.report'],
  page: lazyPage(
    async () => (await import('../../modules/production/work.page.tsx')).WorkPage,
    'production',
    'orders',
    'order-documents',
    'drawings',
  ),
}

const projectsPage = async () => (await import('../../modules/projects/projects.page.tsx')).ProjectsPage

/** Orders and projects. */
export const orderRoutes: readonly PageRoute[] = [
  {
    path: '/order',
    guide: 'orders',
    redirect: '/order/list',
    permission: 'order.view',
    icon: FileTextOutlined,
    titleKey: 'orderList',
    children: [
      {
        path: '/order/list',
        guide: 'order-list',
        name: 'OrderList',
        titleKey: 'orderList',
        workOf: [...planned, 'order.report', 'order.ship', 'purchase.edit'],
        overview: true,
        page: lazyListPage(
          async () => {
            const [page] = await Promise.all([
              import('../../modules/orders/orders.page.tsx'),
              fetchFirstOrders(),
            ])
            return page.OrdersPage
          },
          'orders',
          'order-list',
        ),
      },
      {
        path: '/order/projects',
        guide: 'orders#projects',
        name: 'ProjectList',
        titleKey: 'projectList',
        workOf: planned,
        overview: true,
        page: lazyListPage(projectsPage, 'orders', 'planning', 'customer-links'),
      },
      scheduleRoute,
      ...nestRoutes,
      workRoute,
      ...shippingRoutes,
      {
        path: '/order/detail/:id',
        guide: 'order-life',
        name: 'OrderDetail',
        titleKey: 'orderDetail',
        hidden: true,
        activeMenu: '/order/list',
        page: lazyPage(
          async () => (await import('../../modules/order-detail/order.page.tsx')).OrderPage,
          'orders',
          'order-import',
          'order-documents',
          'drawings',
          'model',
          'parts',
          'bolts',
          'nesting',
          'shipping',
          'erection',
          'order-list',
          'production',
          'inbox',
        ),
      },
      modelRoute,
      finishedGoodsRoute,
      importRoute,
      printRoute,
    ],
  },
]
