import { type PermissionRule, satisfies } from '@cloud-factory/domain/identity/permissions'

export type QueueName =
  | 'lots'
  | 'orders'
  | 'inspections'
  | 'approvals'
  | 'alarms'
  | 'repairs'
  | 'rounds'
  | 'plans'
  | 'system'

const mend = { permission: 'equipment.maintain' } as const
/** Who acts on a queue, in the order in which they are shown. */
const actors: readonly (readonly [QueueName, PermissionRule])[] = [
  ['system', { permission: 'authority.users' }],
  ['orders', { permission: 'order.release' }],
  ['lots', { permission: 'order.report' }],
  ['inspections', { permission: 'quality.inspect' }],
  ['approvals', { permission: 'quality.judge' }],
  ['alarms', { permission: 'alarm.ack' }],
  ['repairs', mend],
  ['rounds', mend],
  ['plans', mend],
]

/** The queues of a person; who acts on none sees the orders at risk. */
export function queuesOf(tags: readonly string[]): readonly QueueName[] {
  const own = actors.filter(([, rule]) => satisfies(tags, rule)).map(([name]) => name)
  return own.length === 0 && tags.includes('order.view') ? ['orders'] : own
}
