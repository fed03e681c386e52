/**
 * Every permission tag there is. A tag is `area.action`; a role is a named set of tags; a person's tags are the union
 * of their roles' tags. Menus, routes, buttons and endpoints all judge by these words and no others.
 */
export const permissions = [
  'order.view',
  'order.edit',
  'order.import',
  'order.release',
  'order.report',
  'order.ship',
  'production.edit',
  'quality.view',
  'quality.inspect',
  'quality.judge',
  'quality.concession',
  'quality.standards',
  'equipment.view',
  'equipment.edit',
  'equipment.maintain',
  'alarm.ack',
  'display.view',
  'display.info',
  'display.set',
  'display.publish',
  'screen.view',
  'authority.users',
  'authority.roles',
  'authority.audit',
  'ops.metrics',
] as const

export type Permission = (typeof permissions)[number]

/** The one tag of a paired TV, to show its own screen. It stands in no list, so that no role, and no person, can hold it. */
export const deviceTag = 'screen.show'
export type Tag = Permission | typeof deviceTag

/** What a thing asks of a person's tags. Where several are given, all must hold. Empty = anybody signed in. */
export interface PermissionRule {
  readonly permission?: Tag | undefined
  readonly permissionOr?: readonly Tag[] | undefined
  readonly permissionAnd?: readonly Tag[] | undefined
}

/** The one permission rule: used by the server's endpoints and by menu, route, tab, button and palette in the browser. */
export function satisfies(tags: readonly string[], rule: PermissionRule): boolean {
  if (rule.permission !== undefined && !tags.includes(rule.permission)) return false
  if (rule.permissionOr !== undefined && !rule.permissionOr.some((tag) => tags.includes(tag))) return false
  return rule.permissionAnd === undefined || rule.permissionAnd.every((tag) => tags.includes(tag))
}
