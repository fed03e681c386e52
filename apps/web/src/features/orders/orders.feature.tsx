import { FileTextOutlined } from '@ant-design/icons'
import { lazyPage, lazyPlainPage, type PageRoute } from '../../app/page-route.ts'
import { fetchFirstOrders } from './orders.queries.ts'
import { importRoute } from './import/import.route.ts'
import { shippingRoutes } from './shipping/shipping.route.ts'
import { printRoute } from './print/print.route.ts'
import { planRoute } from './plan/plan.route.ts'
import { reportRoute } from './report/report.route.ts'
import { scheduleRoute } from './schedule/schedule.route.ts'
import { workRoute } from './production/work.route.ts'

export { finishedGoodsRoute } from './shipping/shipping.route.ts'

/** Orders and projects. */
export const orderRoutes: readonly PageRoute[] = [
  {
    path: '/order',
    redirect: '/order/list',
    permission: 'order.view',
    icon: FileTextOutlined,
    titleKey: 'orderList',
    children: [
      {
        path: '/order/list',
        name: 'OrderList',
        titleKey: 'orderList',
        page: lazyPlainPage(
          async () => {
            fetchFirstOrders()
            return (await import('./orders.page.tsx')).OrdersPage
          },
          'orders',
          'order-list',
        ),
      },
      workRoute,
      {
        path: '/order/projects',
        name: 'ProjectList',
        titleKey: 'projectList',
        hidden: true,
        activeMenu: '/order/list',
        page: lazyPage(async () => (await import('./projects.page.tsx')).ProjectsPage, 'orders', 'planning'),
      },
      {
        path: '/order/detail/:id',
        name: 'OrderDetail',
        titleKey: 'orderDetail',
        hidden: true,
        activeMenu: '/order/list',
        page: lazyPage(
          async () => (await import('./order.page.tsx')).OrderPage,
          'orders',
          'order-import',
          'order-documents',
          'shipping',
          'order-list',
          'production',
        ),
      },
      scheduleRoute,
      ...shippingRoutes,
      reportRoute,
      planRoute,
      importRoute,
      printRoute,
    ],
  },
]
