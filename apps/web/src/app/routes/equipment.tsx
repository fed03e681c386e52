import { lazyListPage, lazyPage, type PageRoute } from '../page-route.ts'
import { AppstoreOutlined } from '@ant-design/icons'

/** Connection of machines: permitted senders, unknown devices, rejected messages. */
export const gatewayRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/gateways',
    guide: 'machine-values#gateways',
    name: 'Gateways',
    titleKey: 'gateways',
    permission: 'equipment.view',
    workOf: ['equipment.edit'],
    page: lazyPage(
      async () => (await import('../../modules/telemetry/gateways.page.tsx')).GatewaysPage,
      'telemetry',
    ),
  },
]

/** When the factory works: base data of schedule and performance. */
const calendarRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/calendar',
    guide: 'machine-figures#calendar',
    name: 'EquipmentCalendar',
    titleKey: 'equipmentCalendar',
    permission: 'equipment.view',
    workOf: ['equipment.edit', 'production.edit'],
    page: lazyListPage(
      async () => (await import('../../modules/work-calendar/calendar.page.tsx')).CalendarPage,
      'work-calendar',
    ),
  },
]

/** OEE and performance. */
export const figureRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/figures',
    guide: 'machine-figures#oee',
    name: 'EquipmentFigures',
    titleKey: 'equipmentFigures',
    permission: 'equipment.view',
    workOf: ['equipment.edit', 'equipment.maintain'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/oee/figures.page.tsx')).FiguresPage,
      'oee',
      'machine-states',
      'machines',
    ),
  },
]

/** Stops and their reasons. */
const stopRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/stops',
    guide: 'machine-figures#stops',
    name: 'EquipmentStops',
    titleKey: 'equipmentStops',
    workOf: ['equipment.edit', 'equipment.maintain', 'order.report'],
    page: lazyListPage(
      async () => (await import('../../modules/machine-states/stops.page.tsx')).StopsPage,
      'stop-reasons',
      'machine-states',
      'machines',
    ),
  },
]

/** Alarms and their rules. */
const alarmRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/alarms',
    guide: 'states-alarms#alarms',
    name: 'EquipmentAlarms',
    titleKey: 'equipmentAlarms',
    workOf: ['equipment.edit', 'equipment.maintain', 'alarm.ack'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/alarms/alarms.page.tsx')).AlarmsPage,
      'alarms',
      'maintenance',
    ),
  },
]

/** Machines and one machine. */
const machineRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/list',
    name: 'EquipmentList',
    titleKey: 'equipmentList',
    workOf: ['equipment.edit', 'equipment.maintain'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/machines/machines.page.tsx')).MachinesPage,
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
      async () => (await import('../../modules/machine-detail/machine.page.tsx')).MachinePage,
      'machines',
      'maintenance',
      'machine-states',
      'signals',
      'alarms',
      'machine-events',
      'inbox',
    ),
  },
  {
    path: '/equipment/labels',
    name: 'MachineLabels',
    titleKey: 'machineLabels',
    permission: 'equipment.view',
    hidden: true,
    fullScreen: true,
    activeMenu: '/equipment/list',
    page: lazyPage(
      async () => (await import('../../modules/machines/machine-labels.page.tsx')).MachineLabelsPage,
      'machines',
    ),
  },
]

/** Repairs, equipment inspection rounds, preventive plans and spare parts. */
const maintenanceRoutes: readonly PageRoute[] = [
  {
    path: '/equipment/maintenance',
    guide: 'equipment#maintenance',
    name: 'EquipmentMaintenance',
    titleKey: 'equipmentMaintenance',
    workOf: ['equipment.edit', 'equipment.maintain', 'alarm.ack'],
    overview: true,
    page: lazyListPage(
      async () => (await import('../../modules/maintenance/maintenance.page.tsx')).MaintenancePage,
      'maintenance',
      'machines',
      'work-calendar',
    ),
  },
  {
    path: '/equipment/repair/:id',
    guide: 'equipment#maintenance',
    name: 'RepairDetail',
    titleKey: 'repairDetail',
    hidden: true,
    activeMenu: '/equipment/maintenance',
    page: lazyPage(
      async () => (await import('../../modules/machine-detail/repair.page.tsx')).RepairPage,
      'maintenance',
      'alarms',
      'inbox',
    ),
  },
  {
    path: '/equipment/at/:code',
    guide: 'equipment#at-machine',
    name: 'MachineAt',
    titleKey: 'equipmentDetail',
    hidden: true,
    activeMenu: '/equipment/list',
    page: lazyPage(
      async () => (await import('../../modules/maintenance/machine-at.page.tsx')).MachineAtPage,
      'maintenance',
    ),
  },
]

/** What machines are described by, in the menu of base data. */
export const machineRuleRoutes: readonly PageRoute[] = [
  ...calendarRoutes,
  {
    path: '/equipment/profiles',
    guide: 'equipment#register',
    name: 'MachineProfiles',
    titleKey: 'machineProfiles',
    permission: 'equipment.view',
    workOf: ['equipment.edit'],
    page: lazyListPage(
      async () => (await import('../../modules/machines/profiles.page.tsx')).ProfilesPage,
      'machines',
    ),
  },
]

/** Machines: register, alarms, stops, maintenance. */
export const equipmentRoutes: readonly PageRoute[] = [
  {
    path: '/equipment',
    guide: 'equipment#register',
    redirect: '/equipment/list',
    permission: 'equipment.view',
    titleKey: 'equipment',
    icon: AppstoreOutlined,
    children: [...machineRoutes, ...alarmRoutes, ...stopRoutes, ...maintenanceRoutes],
  },
]
