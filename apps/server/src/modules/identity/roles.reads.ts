import type { RoleRow } from '@cloud-factory/contract/identity/people'
import type { SelectQueryBuilder } from 'kysely'
import type { Reads } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { containing } from './containing.ts'
import { type Judge, canDeleteRole, canEditRole } from './people.rules.ts'

export interface RoleQuery {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: 'code' | '-code' | 'name' | '-name' | undefined
  readonly q?: string | undefined
}

/** One page of roles, by code unless sorted. */
export async function roleList(
  reads: Reads,
  plantId: number,
  judge: Judge,
  { page = 1, pageSize = 50, sort = 'code', q = '' }: RoleQuery,
): Promise<{ items: RoleRow[]; total: number }> {
  const matching = reads
    .selectFrom('roles')
    .where('plant_id', '=', plantId)
    .where((eb) => eb.or([eb('code', 'ilike', containing(q)), eb('name', 'ilike', containing(q))]))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await viewed(matching)
    .orderBy(sort.endsWith('name') ? 'name' : 'code', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items: rows.map((row) => roleRow(row, judge)), total }
}

/** One role; null when there is none. */
export async function roleById(
  reads: Reads,
  plantId: number,
  judge: Judge,
  roleId: number,
): Promise<RoleRow | null> {
  const role = reads.selectFrom('roles').where('plant_id', '=', plantId).where('id', '=', roleId)
  const row = await viewed(role).executeTakeFirst()
  return row === undefined ? null : roleRow(row, judge)
}

interface Viewed {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly tags: string[]
  readonly shipped: boolean
  readonly version: number
  readonly users: number | null
}

const viewed = (
  roles: SelectQueryBuilder<Tables, 'roles', object>,
): SelectQueryBuilder<Tables, 'roles', Viewed> =>
  roles.select(['id', 'code', 'name', 'tags', 'shipped', 'version']).select((eb) =>
    eb
      .selectFrom('user_roles')
      .select((inner) => inner.fn.countAll<number>().as('users'))
      .whereRef('user_roles.role_id', '=', 'roles.id')
      .as('users'),
  )

function roleRow({ id, users, ...role }: Viewed, judge: Judge): RoleRow {
  const judged = { ...role, users: users ?? 0 }
  return {
    ...judged,
    id: String(id),
    can: { edit: canEditRole(judge, judged), delete: canDeleteRole(judge, judged) },
  }
}
