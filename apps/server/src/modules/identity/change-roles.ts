import { sql } from 'kysely'
import { type FourEyesPolicy, fourEyesApi } from '@cloud-factory/contract/identity/people'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import {
  type FourEyesDecision,
  fourEyesDecisions,
  type Permission,
} from '@cloud-factory/domain/identity/permissions'
import { type Actor, personId } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { exceeds, type Verdict, type JudgedRole, canDeleteRole, canEditRole } from './people.policy.ts'
import { type Person, personForUpdate, rolesOf } from './people.store.ts'
import { type Role, rolesByIds, insertRole, removeRole, roleForUpdate, saveRole } from './roles.store.ts'
import type { PeopleCommandDeps } from './identity.deps.ts'
import { roleById } from './people.queries.ts'

/** The plant's policy; by default every decision needs a second person. */
export async function policyOf(reads: Reads, actor: Actor): Promise<FourEyesPolicy> {
  const [row] = await readRows(
    reads,
    sql<{ alone: FourEyesDecision[]; version: number; updated_by_name: string }>`
      select alone, version, updated_by_name from four_eyes_policies where plant_id = ${actor.plantId}`,
  )
  return {
    alone: row?.alone ?? [],
    version: row?.version ?? 1,
    updatedBy: row?.updated_by_name ?? null,
    can: { edit: actor.tags.includes('authority.roles') || 'permission.denied' },
  }
}

/** Sets which decisions need no second person. */
export async function savePolicy(
  write: Write,
  actor: Actor,
  input: BodyOf<(typeof fourEyesApi)['PUT /api/four-eyes']>,
): Promise<void> {
  const before = await policyOf(asReads(write), actor)
  const alone = fourEyesDecisions.filter((decision) => input.alone.includes(decision))
  const { rows } = await sql`
    insert into four_eyes_policies as p (plant_id, alone, version, updated_by, updated_by_name)
    select ${actor.plantId}, ${alone}::text[], 2, ${personId(actor)}, ${actor.cnName}
    where ${input.version} = 1 or exists (select from four_eyes_policies where plant_id = ${actor.plantId})
    on conflict (plant_id) do update set alone = excluded.alone, version = p.version + 1, updated_at = now(),
      updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
    where p.version = ${input.version}
    returning version`.execute(write)
  if (rows.length === 0) fail('version.conflict', { current: await policyOf(asReads(write), actor) })
  await recordAudit(write, actor, {
    action: 'four_eyes.update',
    subjectKind: 'four_eyes',
    subjectId: String(actor.plantId),
    subjectName: '',
    before: { alone: before.alone },
    after: { alone },
  })
  await recordEvent(write, actor, { name: 'four_eyes.changed', subjectId: String(actor.plantId) })
}

/** The actor's current tags, read inside the transaction that uses them, so that a revoked permission no longer applies. */
async function tagsNow(write: Write, actor: Actor): Promise<string[]> {
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
  readonly badge?: string | null | undefined
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
  if (constraint === 'users_badge_unique') duplicate('badge')
  if (constraint === 'roles_code_unique') duplicate('code')
  if (constraint === 'last_admin') fail('last_admin')
  if (constraint === 'user_roles_role') fail('in_use')
  throw error
}

interface RoleInput {
  readonly name: string
  readonly tags: readonly Permission[]
}

/** Creates a role; returns its id. */
export const createRole =
  ({ db }: Pick<PeopleCommandDeps, 'db'>) =>
  async (actor: Actor, { code, name, tags }: RoleInput & { readonly code: string }): Promise<number> => {
    try {
      return await db.tx(async (write) => {
        const facts = { name, tags: distinct(tags) }
        if (exceeds(await tagsNow(write, actor), tags)) fail('grant.exceeds')
        const id = await insertRole(write, actor.plantId, { code, ...facts }, Number(actor.userId))
        await recordAudit(write, actor, {
          action: 'role.create',
          subjectKind: 'role',
          subjectId: String(id),
          subjectName: code,
          after: facts,
        })
        await recordEvent(write, actor, { name: 'roles.created', subjectId: String(id) })
        return id
      })
    } catch (error) {
      rejectBroken(error, { code })
    }
  }

/** Changes the name and tags of a role. New tags apply to its holders from their next request. */
export const updateRole =
  ({ db, clock }: PeopleCommandDeps) =>
  async (actor: Actor, roleId: string, input: RoleInput & { readonly version: number }): Promise<void> => {
    await db.tx(async (write) => {
      const role = await judgedRole(write, actor, roleId, input.version, canEditRole)
      const after = { name: input.name, tags: distinct(input.tags) }
      if (exceeds(await tagsNow(write, actor), after.tags)) fail('grant.exceeds')
      await saveRole(write, actor.plantId, role.id, after, { by: Number(actor.userId), now: clock.now() })
      await recordAudit(write, actor, {
        action: 'role.update',
        subjectKind: 'role',
        subjectId: roleId,
        subjectName: role.code,
        before: { name: role.name, tags: role.tags },
        after,
      })
      await recordEvent(write, actor, { name: 'roles.changed', subjectId: roleId })
    })
  }

/** Deletes a role without holders. */
export const deleteRole =
  ({ db }: Pick<PeopleCommandDeps, 'db'>) =>
  async (actor: Actor, roleId: string, version: number): Promise<void> => {
    try {
      await db.tx(async (write) => {
        const role = await judgedRole(write, actor, roleId, version, canDeleteRole)
        await removeRole(write, actor.plantId, role.id)
        await recordAudit(write, actor, {
          action: 'role.delete',
          subjectKind: 'role',
          subjectId: roleId,
          subjectName: role.code,
          before: { name: role.name, tags: role.tags },
        })
        await recordEvent(write, actor, { name: 'roles.deleted', subjectId: roleId })
      })
    } catch (error) {
      rejectBroken(error)
    }
  }

type Rule = (judge: { userId: string; tags: readonly string[] }, role: JudgedRole) => Verdict

/** Locks the role, checks the version that the actor saw, and applies the rule to the requested change. */
async function judgedRole(
  write: Write,
  actor: Actor,
  roleId: string,
  version: number,
  rule: Rule,
): Promise<Role> {
  const role = await roleForUpdate(write, actor.plantId, Number(roleId))
  const view = await roleById(asReads(write), actor.plantId, actor, Number(roleId))
  if (role === null || view === null) fail('not_found')
  if (role.version !== version) fail('version.conflict', { current: view })
  const judge = { userId: actor.userId, tags: await tagsNow(write, actor) }
  uphold(rule(judge, { ...role, users: view.users }))
  return role
}

const distinct = (tags: readonly Permission[]): Permission[] => [...new Set(tags)]
