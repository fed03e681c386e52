import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'

/** The permission to change display information, or its layout. */
type ChangeTag = 'display.info' | 'display.set'

/** Whether a person may change it: true, or the reason why not. */
export const canChange = ({ tags }: Pick<Actor, 'tags'>, permission: ChangeTag): true | 'permission.denied' =>
  satisfies(tags, { permission }) || 'permission.denied'

/** Whether a person may publish a draft: true, or the reason why not. `settled`: the draft equals the published version. */
export function canPublish(actor: Actor, permission: ChangeTag, settled: boolean): true | string {
  if (!satisfies(actor.tags, { permission, permissionAnd: ['display.publish'] })) return 'permission.denied'
  return settled ? 'display.settled' : true
}
