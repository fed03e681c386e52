import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Stands in the menu of equipment. */
export const calendarRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/calendar',
    name: 'EquipmentCalendar',
    titleKey: 'equipmentCalendar',
    page: lazyPage(async () => (await import('./calendar.page.tsx')).CalendarPage, 'calendar'),
  },
]
