import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Factory setup: processes, routes, workshops, crews, shifts. */
export const planRoute: PageRoute = {
  path: '/order/processes',
  name: 'ProcessList',
  titleKey: 'processList',
  permission: 'order.view',
  page: lazyPage(async () => (await import('./plan.page.tsx')).PlanPage, 'planning', 'orders'),
}
