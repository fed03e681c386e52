import { sql } from 'kysely'
import { type Permission, permissions } from '@cloud-factory/domain/identity/permissions'
import type { Write } from '../../platform/db/handles.ts'
import { adminCode } from './people.rules.ts'
import { shippedRoles } from './shipped-roles.ts'

export interface Role {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly tags: readonly string[]
  readonly shipped: boolean
  readonly version: number
}

const roleColumns = ['id', 'code', 'name', 'tags', 'shipped', 'version'] as const

/** The role, locked until the transaction ends; null when there is none. */
export async function roleForUpdate(write: Write, plantId: number, roleId: number): Promise<Role | null> {
  const role = await write
    .selectFrom('roles')
    .select(roleColumns)
    .where('plant_id', '=', plantId)
    .where('id', '=', roleId)
    .forUpdate()
    .executeTakeFirst()
  return role ?? null
}

/** Those of the ids that are roles of the plant, locked so that their tags do not change during the transaction. */
export async function rolesByIds(write: Write, plantId: number, roleIds: readonly number[]): Promise<Role[]> {
  if (roleIds.length === 0) return []
  return write
    .selectFrom('roles')
    .select(roleColumns)
    .where('plant_id', '=', plantId)
    .where('id', 'in', roleIds)
    .orderBy('id')
    .forShare()
    .execute()
}

export interface RoleFacts {
  readonly name: string
  readonly tags: readonly Permission[]
}

export async function insertRole(
  write: Write,
  plantId: number,
  { code, name, tags }: RoleFacts & { readonly code: string },
  by: number,
): Promise<number> {
  const { id } = await write
    .insertInto('roles')
    .values({ plant_id: plantId, code, name, tags: [...tags], created_by: by, updated_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveRole(
  write: Write,
  plantId: number,
  roleId: number,
  { name, tags }: RoleFacts,
  { by, now }: { by: number; now: Date },
): Promise<void> {
  await write
    .updateTable('roles')
    .set((eb) => ({ name, tags: [...tags], version: eb('version', '+', 1), updated_at: now, updated_by: by }))
    .where('plant_id', '=', plantId)
    .where('id', '=', roleId)
    .execute()
}

/** Violates the constraint `user_roles_role` when the role has holders. */
export async function removeRole(write: Write, plantId: number, roleId: number): Promise<void> {
  await write.deleteFrom('roles').where('plant_id', '=', plantId).where('id', '=', roleId).execute()
}

/** Adds missing shipped roles, and adds the tags of a new version to the administrator's role. */
export async function addShippedRoles(write: Write, plantId: number): Promise<void> {
  await write
    .insertInto('roles')
    .values(
      shippedRoles.map(({ code, name, tags }) => ({
        plant_id: plantId,
        code,
        name,
        tags: [...tags],
        shipped: true,
        created_by: null,
        updated_by: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['plant_id', 'code']).doNothing())
    .execute()
  await write
    .updateTable('roles')
    .set({ tags: [...permissions] })
    .where('plant_id', '=', plantId)
    .where('code', '=', adminCode)
    .where(sql<boolean>`tags <> ${sql.val([...permissions])}::text[]`)
    .execute()
}
