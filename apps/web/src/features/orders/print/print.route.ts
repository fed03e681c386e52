import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Labels and travellers of an order, ready for the printer: a page without the shell. */
export const printRoute: PageRoute = {
  path: '/order/print/:id',
  name: 'OrderPrint',
  titleKey: 'orderPrint',
  permission: 'order.view',
  hidden: true,
  fullScreen: true,
  activeMenu: '/order/list',
  page: lazyPage(async () => (await import('./order-print.page.tsx')).OrderPrintPage, 'printing', 'orders'),
}
