import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { rejectBroken, tagsNow, uphold } from './grants.ts'
import type { PeopleCommandDeps } from './identity.deps.ts'
import { exceeds, type JudgedRole, canDeleteRole, canEditRole, type Verdict } from './people.policy.ts'
import { roleById } from './people.queries.ts'
import { insertRole, type Role, removeRole, roleForUpdate, saveRole } from './roles.store.ts'

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
