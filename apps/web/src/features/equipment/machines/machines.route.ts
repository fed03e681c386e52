import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Machines, one machine, and what kinds of machine send. */
export const machineRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/list',
    name: 'EquipmentList',
    titleKey: 'equipmentList',
    page: lazyPage(
      async () => (await import('./machines.page.tsx')).MachinesPage,
      'machines',
      'machine-states',
    ),
  },
  {
    path: '/equipment/detail/:id',
    name: 'EquipmentDetail',
    titleKey: 'equipmentDetail',
    hidden: true,
    activeMenu: '/equipment/list',
    page: lazyPage(
      async () => (await import('./machine.page.tsx')).MachinePage,
      'machines',
      'maintenance',
      'machine-states',
      'signals',
      'alarms',
      'machine-events',
    ),
  },
  {
    path: '/equipment/profiles',
    name: 'MachineProfiles',
    titleKey: 'machineProfiles',
    hidden: true,
    activeMenu: '/equipment/list',
    page: lazyPage(async () => (await import('./profiles.page.tsx')).ProfilesPage, 'machines'),
  },
  {
    path: '/equipment/labels',
    name: 'MachineLabels',
    titleKey: 'machineLabels',
    permission: 'equipment.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/equipment/list',
    page: lazyPage(async () => (await import('./machine-labels.page.tsx')).MachineLabelsPage, 'machines'),
  },
]
