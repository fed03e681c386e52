import { type RawBuilder, sql, type SelectQueryBuilder } from 'kysely'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import type { SearchHit } from '@cloud-factory/contract/identity/access'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { peopleApi, UserRow, RoleRow } from '@cloud-factory/contract/identity/people'
import type { Actor } from '../../platform/auth/actor.ts'
import { accountLimit } from '../../platform/auth/attempts.ts'
import { idleSince } from '../../platform/auth/sessions.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import {
  adminCode,
  type Judge,
  canDisableUser,
  canEditUser,
  type Verdict,
  canDeleteRole,
  canEditRole,
} from './people.policy.ts'

/** Pattern for `ilike`: the text anywhere, with its wildcards escaped. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

type UserQuery = Partial<QueryOf<(typeof peopleApi)['GET /api/users']>>

/** A `UserRow` whose verdicts are typed as error codes. */
interface UserView extends UserRow {
  readonly can: { readonly edit: Verdict; readonly disable: Verdict; readonly reset: Verdict }
}

const orders: Record<NonNullable<UserQuery['sort']>, RawBuilder<unknown>> = {
  username: sql`u.username_key`,
  '-username': sql`u.username_key desc`,
  cnName: sql`u.cn_name`,
  '-cnName': sql`u.cn_name desc`,
  status: sql`u.status`,
  '-status': sql`u.status desc`,
  lastSignInAt: sql`u.last_sign_in_at nulls first`,
  '-lastSignInAt': sql`u.last_sign_in_at desc nulls last`,
}

/** Rows that exist for people whose account is locked, or who are signed in. */
const accessRows = {
  locked: (now: Date) => sql`select from attempts a where a.plant_id = u.plant_id
    and a.scope = ${accountLimit.scope} and a.key = u.username_key and a.count >= ${accountLimit.most}
    and a.expires_at > ${now}`,
  online: (now: Date) => sql`select from sessions s where s.user_id = u.id and s.expires_at > ${now}
    and s.last_seen_at > ${new Date(idleSince(now))}`,
}

function usersWhere(plantId: number, now: Date, { q = '', status = [], roleId, access }: UserQuery) {
  const pattern = containing(q)
  return allOf([
    sql`u.plant_id = ${plantId}`,
    q === ''
      ? null
      : sql`(u.username_key ilike ${pattern} or u.cn_name ilike ${pattern} or u.email ilike ${pattern} or u.phone ilike ${pattern})`,
    status.length === 0 ? null : sql`u.status = any(${[...status]}::text[])`,
    roleId === undefined
      ? null
      : sql`exists (select from user_roles f where f.user_id = u.id and f.role_id = ${Number(roleId)})`,
    access === undefined ? null : sql`exists (${accessRows[access](now)})`,
  ])
}

/** One page of people, by sign-in name unless sorted. */
export async function userList(
  reads: Reads,
  plantId: number,
  judge: Judge,
  now: Date,
  query: UserQuery,
): Promise<{ items: UserView[]; total: number }> {
  const { page = 1, pageSize = 20, sort = 'username' } = query
  const where = usersWhere(plantId, now, query)
  const [counted] = await readRows(
    reads,
    sql<{ total: number }>`select count(*)::int as total from users u where ${where}`,
  )
  const tail = sql`order by ${orders[sort]}, u.id limit ${pageSize} offset ${(page - 1) * pageSize}`
  const items = await viewed(reads, plantId, judge, now, { where, tail })
  return { items, total: counted?.total ?? 0 }
}

/** One person; null when there is none. */
export async function userById(
  reads: Reads,
  plantId: number,
  judge: Judge,
  now: Date,
  userId: number,
): Promise<UserView | null> {
  const where = sql`u.plant_id = ${plantId} and u.id = ${userId}`
  const [user] = await viewed(reads, plantId, judge, now, { where, tail: sql`` })
  return user ?? null
}

interface Viewed extends Omit<UserRow, 'lockedUntil' | 'lastSignInAt' | 'can' | 'roles'> {
  readonly lockedUntil: Date | null
  readonly lastSignInAt: Date | null
  readonly roles: readonly { id: string; code: string; name: string; tags: string[] }[]
  readonly activeAdmins: number
}

async function viewed(
  reads: Reads,
  plantId: number,
  judge: Judge,
  now: Date,
  { where, tail }: { where: RawBuilder<unknown>; tail: RawBuilder<unknown> },
): Promise<UserView[]> {
  const rows = await readRows(
    reads,
    sql<Viewed>`
      select u.id::text as id, u.username, u.cn_name as "cnName", u.email, u.phone, u.wecom_id as "wecomId", u.badge,
        u.status, u.version, u.password_state <> 'lasting' as "mustChangePassword",
        u.last_sign_in_at as "lastSignInAt", a.expires_at as "lockedUntil",
        (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > ${now}
          and s.last_seen_at > ${new Date(idleSince(now))}) as "openSessions",
        coalesce((select jsonb_agg(jsonb_build_object('id', r.id::text, 'code', r.code, 'name', r.name,
          'tags', to_jsonb(r.tags)) order by r.id)
          from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
        (select count(*)::int from user_roles ur join roles r on r.id = ur.role_id join users o on o.id = ur.user_id
          where r.plant_id = ${plantId} and r.code = ${adminCode} and o.status = 'active') as "activeAdmins"
      from users u
      left join attempts a on a.plant_id = u.plant_id and a.scope = ${accountLimit.scope} and a.key = u.username_key
        and a.count >= ${accountLimit.most} and a.expires_at > ${now}
      where ${where} ${tail}`,
  )
  return rows.map((row) => userRow(row, judge))
}

function userRow(
  { roles, activeAdmins, lockedUntil, lastSignInAt, ...user }: Viewed,
  judge: Judge,
): UserView {
  const isAdmin = user.status === 'active' && roles.some(({ code }) => code === adminCode)
  const judged = {
    id: user.id,
    tags: roles.flatMap(({ tags }) => tags),
    isLastAdmin: isAdmin && activeAdmins === 1,
  }
  return {
    ...user,
    roles: roles.map(({ id, code, name }) => ({ id, code, name })),
    lockedUntil: lockedUntil?.toISOString() ?? null,
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    can: {
      edit: canEditUser(judge, judged),
      disable: canDisableUser(judge, judged),
      reset: canEditUser(judge, judged),
    },
  }
}

/** Finds people for the search palette; only for those who administer them. */
export const peopleSearch =
  (reads: Reads) =>
  async (actor: Actor, q: string, limit: number): Promise<SearchHit[]> => {
    if (!actor.tags.includes('authority.users')) return []
    const pattern = containing(q)
    const users = await reads
      .selectFrom('users')
      .select(['id', 'username', 'cn_name'])
      .where('plant_id', '=', actor.plantId)
      .where((eb) => eb.or([eb('username_key', 'ilike', pattern), eb('cn_name', 'ilike', pattern)]))
      .orderBy('username_key')
      .limit(limit)
      .execute()
    return users.map(({ id, username, cn_name: name }) => ({
      kind: 'user',
      id: String(id),
      code: username,
      name,
      project: null,
      status: null,
      path: `/authority/users?q=${encodeURIComponent(username)}`,
    }))
  }

interface RoleQuery {
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
  const rows = await viewedRole(matching)
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
  const row = await viewedRole(role).executeTakeFirst()
  return row === undefined ? null : roleRow(row, judge)
}

interface ViewedRole {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly tags: string[]
  readonly shipped: boolean
  readonly version: number
  readonly users: number | null
}

const viewedRole = (
  roles: SelectQueryBuilder<Tables, 'roles', object>,
): SelectQueryBuilder<Tables, 'roles', ViewedRole> =>
  roles.select(['id', 'code', 'name', 'tags', 'shipped', 'version']).select((eb) =>
    eb
      .selectFrom('user_roles')
      .select((inner) => inner.fn.countAll<number>().as('users'))
      .whereRef('user_roles.role_id', '=', 'roles.id')
      .as('users'),
  )

function roleRow({ id, users, ...role }: ViewedRole, judge: Judge): RoleRow {
  const judged = { ...role, users: users ?? 0 }
  return {
    ...judged,
    id: String(id),
    can: { edit: canEditRole(judge, judged), delete: canDeleteRole(judge, judged) },
  }
}

/** A person as others choose them. */
export interface NamedPerson {
  readonly id: string
  readonly name: string
  readonly username: string
}

interface PeopleFilter {
  readonly ids?: readonly string[]
  /** Part of the name or user name. */
  readonly q?: string | undefined
  readonly limit?: number
}

/** Active people who hold a permission, by name. */
export const peopleWithPermission = (
  reads: Reads,
  plantId: number,
  tag: Permission,
  { ids, q = '', limit = 1000 }: PeopleFilter,
): Promise<NamedPerson[]> =>
  readRows(
    reads,
    sql<NamedPerson>`
      select u.id::text as id, u.cn_name as name, u.username from users u
      where u.plant_id = ${plantId} and u.status = 'active'
        and exists (select from user_roles ur join roles r on r.id = ur.role_id
          where ur.user_id = u.id and ${tag} = any(r.tags))
        and (${ids === undefined} or u.id = any(${ids ?? []}::bigint[]))
        and (u.username_key ilike ${containing(q)} or u.cn_name ilike ${containing(q)})
      order by u.cn_name, u.id limit ${limit}`,
  )

/** Names of people by id. */
export async function namesOfPeople(
  reads: Reads,
  plantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(
    reads,
    sql<{ id: string; name: string }>`
      select id::text as id, cn_name as name from users where plant_id = ${plantId} and id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
