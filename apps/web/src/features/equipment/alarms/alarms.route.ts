import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Stands in the menu of equipment. */
export const alarmRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/alarms',
    name: 'EquipmentAlarms',
    titleKey: 'equipmentAlarms',
    page: lazyPage(async () => (await import('./alarms.page.tsx')).AlarmsPage, 'alarms', 'maintenance'),
  },
]
