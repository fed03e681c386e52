import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Output by period and process. */
export const reportRoute: PageRoute = {
  path: '/order/report',
  name: 'ProductionReport',
  titleKey: 'productionReport',
  permission: 'order.view',
  page: lazyPage(async () => (await import('./report.page.tsx')).ReportPage, 'production-reports', 'orders'),
}
