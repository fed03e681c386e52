import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { exceeds, type Verdict } from './people.policy.ts'
import { type Person, personForUpdate, rolesOf } from './people.store.ts'
import { type Role, rolesByIds } from './roles.store.ts'

/** The actor's current tags, read inside the transaction that uses them, so that a revoked permission no longer applies. */
export async function tagsNow(write: Write, actor: Actor): Promise<string[]> {
  const roles = await rolesOf(write, actor.plantId, Number(actor.userId))
  return roles.flatMap((role) => role.tags)
}

/**
 * The roles to grant. Fails with `not_found` for an unknown role and with `grant.exceeds` for permissions that the actor does
 * not have.
 */
export async function grantable(write: Write, actor: Actor, roleIds: readonly string[]): Promise<Role[]> {
  const ids = [...new Set(roleIds)].map(Number)
  const roles = await rolesByIds(write, actor.plantId, ids)
  if (roles.length < ids.length) fail('not_found')
  const own = await tagsNow(write, actor)
  if (roles.some((role) => exceeds(own, role.tags))) fail('grant.exceeds')
  return roles
}

/**
 * The person with their roles, locked. Fails with `not_found`, and with `grant.exceeds` if the person has permissions that the
 * actor does not have.
 */
export async function changeable(
  write: Write,
  actor: Actor,
  userId: string,
): Promise<{ person: Person; roles: Role[] }> {
  const person = await personForUpdate(write, actor.plantId, Number(userId))
  if (person === null) fail('not_found')
  const roles = await rolesOf(write, actor.plantId, person.id)
  const own = await tagsNow(write, actor)
  if (roles.some((role) => exceeds(own, role.tags))) fail('grant.exceeds')
  return { person, roles }
}

/** Throws the verdict's code unless the verdict is `true`. */
export function uphold(verdict: Verdict): void {
  if (verdict !== true) fail(verdict)
}

interface PersonWords {
  readonly username?: string
  readonly wecomId?: string | null | undefined
  readonly code?: string
}

/**
 * Translates the constraint that a write violated into an error code. Throws other errors again. `words`: the texts to be
 * written.
 */
export function rejectBroken(error: unknown, words: PersonWords = {}): never {
  const duplicate = (field: keyof PersonWords): never =>
    fail('duplicate', { params: { field, value: words[field] ?? '' } })
  const constraint = violationOf(error)?.constraint
  if (constraint === 'users_username_unique') duplicate('username')
  if (constraint === 'users_wecom_unique') duplicate('wecomId')
  if (constraint === 'roles_code_unique') duplicate('code')
  if (constraint === 'last_admin') fail('last_admin')
  if (constraint === 'user_roles_role') fail('in_use')
  throw error
}
