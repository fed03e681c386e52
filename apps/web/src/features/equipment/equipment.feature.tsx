import { AppstoreOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../app/page-route.ts'
import { gatewayRoutes } from './gateways/gateways.route.ts'
import { calendarRoutes } from './calendar/calendar.route.ts'
import { figureRoutes } from './figures/figures.route.ts'
import { stopRoutes } from './stops/stops.route.ts'
import { alarmRoutes } from './alarms/alarms.route.ts'
import { machineRoutes } from './machines/machines.route.ts'
import { maintenanceRoutes } from './maintenance/maintenance.route.ts'

/** Machines: register, what they send, alarms, maintenance. */
export const equipmentRoutes: readonly PageRoute[] = [
  {
    path: '/equipment',
    redirect: '/equipment/list',
    permission: 'equipment.view',
    titleKey: 'equipment',
    icon: AppstoreOutlined,
    children: [
      ...machineRoutes,
      ...alarmRoutes,
      ...stopRoutes,
      ...figureRoutes,
      ...calendarRoutes,
      ...maintenanceRoutes,
      ...gatewayRoutes,
    ],
  },
]
