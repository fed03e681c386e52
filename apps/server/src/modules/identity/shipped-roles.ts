import { type Permission, permissions } from '@cloud-factory/domain/identity/permissions'
import { adminCode } from './people.rules.ts'

interface ShippedRole {
  readonly code: string
  readonly name: string
  readonly tags: readonly Permission[]
}

/** All view permissions except the set-up of wall screens, which is for managers. */
const views = permissions.filter((tag) => tag.endsWith('.view') && tag !== 'display.view')

/** Initial roles of every factory; all but the administrator's can be changed. */
export const shippedRoles: readonly ShippedRole[] = [
  { code: adminCode, name: '系统管理员', tags: permissions },
  { code: 'manager', name: '经理', tags: [...views, 'display.view', 'authority.audit'] },
  {
    code: 'planner',
    name: '生产计划员',
    tags: [...views, 'order.edit', 'order.import', 'order.release', 'order.ship', 'production.edit'],
  },
  { code: 'foreman', name: '车间班长', tags: [...views, 'order.report', 'order.ship', 'alarm.ack'] },
  {
    code: 'inspector',
    name: '质检员',
    tags: ['order.view', 'quality.view', 'quality.inspect', 'quality.judge', 'screen.view'],
  },
  {
    code: 'equipment',
    name: '设备管理员',
    tags: [
      'order.view',
      'equipment.view',
      'equipment.edit',
      'equipment.maintain',
      'alarm.ack',
      'screen.view',
    ],
  },
  { code: 'viewer', name: '访客', tags: views },
]
