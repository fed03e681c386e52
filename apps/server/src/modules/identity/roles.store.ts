import { sql } from 'kysely'
import { type Permission, permissions } from '@cloud-factory/domain/identity/permissions'
import type { Write } from '../../platform/db/handles.ts'
import { adminCode } from './people.policy.ts'

interface ShippedRole {
  readonly code: string
  readonly name: string
  readonly tags: readonly Permission[]
}

/** Not for everybody: the set-up of wall screens, prices, and what people earn or take for their work. */
const notForAll: readonly Permission[] = ['display.view', 'purchase.view', 'labour.view', 'cost.view']
const views = permissions.filter((tag) => tag.endsWith('.view') && !notForAll.includes(tag))

/** Initial roles of every factory; all but the administrator's can be changed. */
export const shippedRoles: readonly ShippedRole[] = [
  { code: adminCode, name: '系统管理员', tags: permissions },
  {
    code: 'manager',
    name: '经理',
    tags: [
      ...views,
      'purchase.view',
      'purchase.approve',
      'labour.view',
      'cost.view',
      'cost.edit',
      'display.view',
      'authority.audit',
    ],
  },
  {
    code: 'planner',
    name: '生产计划员',
    tags: [
      ...views,
      'order.edit',
      'order.import',
      'order.release',
      'order.ship',
      'production.edit',
      'purchase.view',
      'purchase.edit',
      'labour.view',
      'labour.edit',
    ],
  },
  {
    code: 'foreman',
    name: '车间班长',
    tags: [...views, 'labour.view', 'order.report', 'order.ship', 'alarm.ack'],
  },
  {
    code: 'inspector',
    name: '质检员',
    tags: ['order.view', 'quality.view', 'quality.inspect', 'quality.judge', 'purchase.view', 'screen.view'],
  },
  {
    code: 'equipment',
    name: '设备管理员',
    tags: [
      'order.view',
      'equipment.view',
      'equipment.edit',
      'equipment.maintain',
      'alarm.ack',
      'screen.view',
    ],
  },
  {
    code: 'buyer',
    name: '采购员',
    tags: ['order.view', 'quality.view', 'purchase.view', 'purchase.edit', 'screen.view'],
  },
  { code: 'viewer', name: '访客', tags: views },
]

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

interface RoleFacts {
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
