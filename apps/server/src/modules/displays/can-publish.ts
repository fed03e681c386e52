import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'
import type { ChangeTag } from './can-change.ts'

/** Whether a person may publish a draft: true, or why not. `settled`: it says nothing else than what is shown. */
export function canPublish(actor: Actor, permission: ChangeTag, settled: boolean): true | string {
  if (!satisfies(actor.tags, { permission, permissionAnd: ['display.publish'] })) return 'permission.denied'
  return settled ? 'display.settled' : true
}
