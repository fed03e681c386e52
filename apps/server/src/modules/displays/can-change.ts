import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'

/** The permission to change display information, or its layout. */
export type ChangeTag = 'display.info' | 'display.set'

/** Whether a person may change it: true, or the reason why not. */
export const canChange = ({ tags }: Pick<Actor, 'tags'>, permission: ChangeTag): true | 'permission.denied' =>
  satisfies(tags, { permission }) || 'permission.denied'
