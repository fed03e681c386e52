import type { ErrorCode } from '@cloud-factory/contract/errors'

/** `true`, or the code of the reason why not. */
export type Verdict = true | ErrorCode

export interface Judge {
  readonly userId: string
  readonly tags: readonly string[]
}

export interface JudgedUser {
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

/** The role that has every tag, and always somebody who holds it. */
export const adminCode = 'admin'

/** Whether somebody with these tags would give, or change somebody who has, more than they have themselves. */
export const exceeds = (own: readonly string[], tags: readonly string[]): boolean =>
  tags.some((tag) => !own.includes(tag))

const within = (judge: Judge, tags: readonly string[]): Verdict =>
  exceeds(judge.tags, tags) ? 'grant.exceeds' : true

/**
 * Changing somebody's address, password or roles is as good as being them (the address is what a provider's sign-in
 * goes by), so nobody changes a person who may do more than they may.
 */
export const canEditUser = (judge: Judge, user: JudgedUser): Verdict => within(judge, user.tags)

/** Nobody locks themselves out, and one administrator stays. */
export function canDisableUser(judge: Judge, user: JudgedUser): Verdict {
  if (user.isLastAdmin) return 'last_admin'
  if (user.id === judge.userId) return 'state.refused'
  return within(judge, user.tags)
}

/** The administrator's role is what it is: all tags. */
export const canEditRole = (judge: Judge, role: JudgedRole): Verdict =>
  role.code === adminCode ? 'state.refused' : within(judge, role.tags)

/** A shipped role would be back after the next start. */
export function canDeleteRole(judge: Judge, role: JudgedRole): Verdict {
  if (role.shipped) return 'state.refused'
  if (role.users > 0) return 'in_use'
  return within(judge, role.tags)
}
