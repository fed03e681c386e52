import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Reporting work, for those who may. */
export const workRoute: PageRoute = {
  path: '/order/work',
  name: 'WorkReport',
  titleKey: 'workReport',
  permissionAnd: ['order.view', 'order.report'],
  page: lazyPage(async () => (await import('./work.page.tsx')).WorkPage, 'production', 'orders'),
}
