import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'
import type { ChangeTag } from './can-change.ts'

/** Whether a person may publish a draft: true, or the reason why not. `settled`: the draft equals the published version. */
export function canPublish(actor: Actor, permission: ChangeTag, settled: boolean): true | string {
  if (!satisfies(actor.tags, { permission, permissionAnd: ['display.publish'] })) return 'permission.denied'
  return settled ? 'display.settled' : true
}
