import { AppstoreOutlined } from '@ant-design/icons'
import { lazyPlainPage, type PageRoute } from '../../app/page-route.ts'
import { gatewayRoutes } from './gateways/gateways.route.ts'
import { alarmRoutes } from './alarms/alarms.route.ts'
import { machineRoutes } from './machines/machines.route.ts'

const later = lazyPlainPage(async () => (await import('../../app/not-installed.page.tsx')).NotInstalledPage)

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
      {
        path: '/equipment/maintenance',
        name: 'EquipmentMaintenance',
        titleKey: 'equipmentMaintenance',
        page: later,
      },
      ...gatewayRoutes,
    ],
  },
]
