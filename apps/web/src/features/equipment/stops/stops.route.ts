import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Stands in the menu of equipment. */
export const stopRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/stops',
    name: 'EquipmentStops',
    titleKey: 'equipmentStops',
    page: lazyPage(
      async () => (await import('./stops.page.tsx')).StopsPage,
      'stop-reasons',
      'machine-states',
      'machines',
    ),
  },
]
