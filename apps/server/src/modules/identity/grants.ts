import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { exceeds, type Verdict } from './people.rules.ts'
import { type Person, personForUpdate, rolesOf } from './people.store.ts'
import { type Role, rolesByIds } from './roles.store.ts'

/** The tags an actor has at this moment, inside the transaction that uses them: a right taken away a moment ago grants nothing. */
export async function tagsNow(write: Write, actor: Actor): Promise<string[]> {
  const roles = await rolesOf(write, actor.plantId, Number(actor.userId))
  return roles.flatMap((role) => role.tags)
}

/** The roles to give. Fails `not_found` for one that does not exist, `grant.exceeds` for more than the actor has. */
export async function grantable(write: Write, actor: Actor, roleIds: readonly string[]): Promise<Role[]> {
  const ids = [...new Set(roleIds)].map(Number)
  const roles = await rolesByIds(write, actor.plantId, ids)
  if (roles.length < ids.length) fail('not_found')
  const own = await tagsNow(write, actor)
  if (roles.some((role) => exceeds(own, role.tags))) fail('grant.exceeds')
  return roles
}

/** The person and their roles, held. Fails `not_found`, and `grant.exceeds` for somebody who may do more than the actor. */
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

/** Throws the verdict's code when it is not `true`. */
export function uphold(verdict: Verdict): void {
  if (verdict !== true) fail(verdict)
}
