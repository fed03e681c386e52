/**
 * Decisions that judge another person's work. The person who did the work cannot take them, unless the factory's
 * policy lets one person do both.
 */
export const fourEyesDecisions = [
  'inspection_judge',
  'coat_judge',
  'ncr_approve',
  'ncr_verify',
  'certificate_accept',
  'lot_release',
  'repair_verify',
  'trial_release',
] as const
export type FourEyesDecision = (typeof fourEyesDecisions)[number]

/** Why such a decision is rejected: the person did the work. */
export type FourEyesReason = `four_eyes.${FourEyesDecision}`

/**
 * All permission tags. A tag is `area.action`; a role is a named set of tags; a person has the tags of all their
 * roles. Menus, routes, buttons and endpoints use only these tags.
 */
export const permissions = [
  'order.view',
  'order.edit',
  'order.import',
  'order.release',
  'order.report',
  'order.ship',
  'production.edit',
  'purchase.view',
  'purchase.edit',
  'purchase.approve',
  'labour.view',
  'labour.edit',
  'cost.view',
  'cost.edit',
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

/**
 * The only tag of a paired TV, which lets it show its own screen. It is in no list, so no role and no person can have
 * it.
 */
export const deviceTag = 'screen.show'
/** The only tag of a shared terminal while nobody is signed in: it shows the lock screen. In no list either. */
export const terminalTag = 'terminal.use'
/** The only tag of whoever has a customer's link, but has not given its password yet. In no list either. */
export const customerCodeTag = 'customer.open'
/** The only tag of a customer, who sees the one project of their link. In no list either. */
export const customerTag = 'customer.view'
export type Tag =
  | Permission
  | typeof deviceTag
  | typeof terminalTag
  | typeof customerCodeTag
  | typeof customerTag

/**
 * What a session on a shared terminal never permits: a PIN is short, and colleagues can watch it being typed and look at
 * the page. So it neither administers nor shows what is paid.
 */
const notOnTerminals: readonly string[] = [
  'purchase.view',
  'purchase.edit',
  'purchase.approve',
  'cost.view',
  'cost.edit',
  'authority.users',
  'authority.roles',
  'authority.audit',
  'ops.metrics',
] satisfies Permission[]

/** The tags that remain of these in a session on a shared terminal. */
export const tagsOnTerminal = (tags: readonly string[]): string[] =>
  tags.filter((tag) => !notOnTerminals.includes(tag))

/** The tags that something requires. All given conditions must hold. Empty: any signed-in person. */
export interface PermissionRule {
  readonly permission?: Tag | undefined
  readonly permissionOr?: readonly Tag[] | undefined
  readonly permissionAnd?: readonly Tag[] | undefined
}

/**
 * The only permission check: used by the server's endpoints and by menu, route, tab, button and search in the
 * browser.
 */
export function satisfies(tags: readonly string[], rule: PermissionRule): boolean {
  if (rule.permission !== undefined && !tags.includes(rule.permission)) return false
  if (rule.permissionOr !== undefined && !rule.permissionOr.some((tag) => tags.includes(tag))) return false
  return rule.permissionAnd === undefined || rule.permissionAnd.every((tag) => tags.includes(tag))
}
