import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** An entry in the equipment menu. */
export const calendarRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/calendar',
    name: 'EquipmentCalendar',
    titleKey: 'equipmentCalendar',
    page: lazyPage(async () => (await import('./calendar.page.tsx')).CalendarPage, 'work-calendar'),
  },
]
