import { lazyPage, type PageRoute } from '../../../app/page-route.ts'

/** Repairs, spot checks, preventive plans and spare parts. */
export const maintenanceRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/maintenance',
    name: 'EquipmentMaintenance',
    titleKey: 'equipmentMaintenance',
    page: lazyPage(
      async () => (await import('./maintenance.page.tsx')).MaintenancePage,
      'maintenance',
      'machines',
      'work-calendar',
    ),
  },
  {
    path: '/equipment/repair/:id',
    name: 'RepairDetail',
    titleKey: 'repairDetail',
    hidden: true,
    activeMenu: '/equipment/maintenance',
    page: lazyPage(async () => (await import('./repair.page.tsx')).RepairPage, 'maintenance', 'alarms'),
  },
  {
    path: '/equipment/at/:code',
    name: 'MachineAt',
    titleKey: 'equipmentDetail',
    hidden: true,
    activeMenu: '/equipment/list',
    page: lazyPage(async () => (await import('./machine-at.page.tsx')).MachineAtPage, 'maintenance'),
  },
]
