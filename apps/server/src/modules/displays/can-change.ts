import { satisfies } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'

/** What a person needs to change what the walls say, or how they show it. */
export type ChangeTag = 'display.info' | 'display.set'

/** Whether a person may change what they look at: true, or why not. */
export const canChange = ({ tags }: Pick<Actor, 'tags'>, permission: ChangeTag): true | 'permission.denied' =>
  satisfies(tags, { permission }) || 'permission.denied'
