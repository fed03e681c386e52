import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Open orders in time. */
export const scheduleRoute: PageRoute = {
  path: '/order/schedule',
  name: 'OrderSchedule',
  titleKey: 'orderSchedule',
  permission: 'order.view',
  page: lazyPage(async () => (await import('./schedule.page.tsx')).SchedulePage, 'schedule', 'orders'),
}
