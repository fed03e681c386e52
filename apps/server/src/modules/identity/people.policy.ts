import type { ErrorCode } from '@cloud-factory/contract/errors'

/** `true`, or the code of the reason why not. */
export type Verdict = true | ErrorCode

export interface Judge {
  readonly userId: string
  readonly tags: readonly string[]
}

interface JudgedUser {
  readonly id: string
  readonly tags: readonly string[]
  readonly isLastAdmin: boolean
}

export interface JudgedRole {
  readonly code: string
  readonly tags: readonly string[]
  readonly shipped: boolean
  readonly users: number
}

/** Code of the role with every tag; it always has at least one holder. */
export const adminCode = 'admin'

/** Whether the tags contain any that the actor does not have. Nobody grants such tags, or changes a person who has them. */
export const exceeds = (own: readonly string[], tags: readonly string[]): boolean =>
  tags.some((tag) => !own.includes(tag))

const within = (judge: Judge, tags: readonly string[]): Verdict =>
  exceeds(judge.tags, tags) ? 'grant.exceeds' : true

/**
 * Whoever can change a person's address, password or roles can sign in as that person (a provider matches people by address).
 * So nobody may change a person with more permissions than their own.
 */
export const canEditUser = (judge: Judge, user: JudgedUser): Verdict => within(judge, user.tags)

/** People cannot disable themselves, and one administrator must remain. */
export function canDisableUser(judge: Judge, user: JudgedUser): Verdict {
  if (user.isLastAdmin) return 'last_admin'
  if (user.id === judge.userId) return 'state.refused'
  return within(judge, user.tags)
}

/** The administrator's role always has all tags, so it cannot be edited. */
export const canEditRole = (judge: Judge, role: JudgedRole): Verdict =>
  role.code === adminCode ? 'state.refused' : within(judge, role.tags)

/** A shipped role cannot be deleted: the next start would create it again. */
export function canDeleteRole(judge: Judge, role: JudgedRole): Verdict {
  if (role.shipped) return 'state.refused'
  if (role.users > 0) return 'in_use'
  return within(judge, role.tags)
}
