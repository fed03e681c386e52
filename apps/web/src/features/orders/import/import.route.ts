import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** The import wizard: a page of its own beside the order's. */
export const importRoute: PageRoute = {
  path: '/order/import/:id',
  name: 'OrderImport',
  titleKey: 'orderImport',
  permission: 'order.view',
  hidden: true,
  activeMenu: '/order/list',
  page: lazyPage(
    async () => (await import('./order-import.page.tsx')).OrderImportPage,
    'order-import',
    'import-findings',
    'orders',
  ),
}
