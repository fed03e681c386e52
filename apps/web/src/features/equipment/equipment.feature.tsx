import { AppstoreOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../app/page-route.ts'
import { gatewayRoutes } from './gateways/gateways.route.ts'
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
    children: [...machineRoutes, ...alarmRoutes, ...maintenanceRoutes, ...gatewayRoutes],
  },
]
