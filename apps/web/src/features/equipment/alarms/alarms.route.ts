import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** An entry in the equipment menu. */
export const alarmRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/alarms',
    name: 'EquipmentAlarms',
    titleKey: 'equipmentAlarms',
    page: lazyPage(async () => (await import('./alarms.page.tsx')).AlarmsPage, 'alarms', 'maintenance'),
  },
]
