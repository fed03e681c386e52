import { peopleApi } from '@cloud-factory/contract/identity/people'
import { type Fields, maxImportUsers } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type References, texts } from '../../platform/import/import-columns.ts'
import type { ImportSpec } from '../../platform/import/import-routes.ts'
import { grantable } from './change-roles.ts'
import { addUser, handedOver, removeUser, type UserInput } from './change-users.ts'
import type { PeopleDeps } from './identity.deps.ts'

const fields: Fields = {
  username: { type: 'text', max: 64, required: true, label: 'user.username', example: 'li.wenjing' },
  cnName: { type: 'text', max: 64, required: true, label: 'user.cnName', example: '李文静' },
  roleIds: { type: 'ids', max: 50, label: 'user.roleIds' },
  phone: { type: 'text', max: 40, optional: true, label: 'user.phone' },
  email: { type: 'text', max: 200, optional: true, label: 'user.email' },
  wecomId: { type: 'text', max: 64, optional: true, label: 'user.wecomId' },
}

const roleName = texts('permissions')

/** Roles by code and name; built-in ones have a name in each language. */
async function roles(reads: Reads, { plantId }: Actor): Promise<References> {
  const rows = await readRows(
    reads,
    sql<{ id: number; code: string; name: string; shipped: boolean }>`
      select id, code, name, shipped from roles where plant_id = ${plantId} order by code = 'admin', id`,
  )
  return {
    roleIds: rows.map(({ id, code, name, shipped }) => ({
      id: String(id),
      names: [code, name, ...(shipped ? Object.values(roleName(`role.${code}`)) : [])],
    })),
  }
}

const keyOf = (username: string): string => usernameKey(username) ?? username

/** Users of a file; each gets a one-time password, which the reply contains once. */
export const userImport = (deps: PeopleDeps): ImportSpec<'users', UserInput> => ({
  path: 'users',
  fields,
  words: ['identity', 'common:route.authorityUsers'],
  unique: 'username',
  keyOf,
  maxRows: maxImportUsers,
  schema: peopleApi['POST /api/users'].body,
  references: roles,
  existing: async (reads, { plantId }, keys) => {
    const rows = await readRows(
      reads,
      sql<{ key: string }>`select username_key as key from users
        where plant_id = ${plantId} and username_key = any(${keys}::text[])`,
    )
    return rows.map(({ key }) => key)
  },
  check: async ({ write, actor }, { roleIds, wecomId }) => {
    await grantable(write, actor, roleIds)
    if (wecomId === null || wecomId === undefined) return
    const { rows } =
      await sql`select from users where plant_id = ${actor.plantId} and wecom_id = ${wecomId}`.execute(write)
    if (rows.length > 0) fail('request.invalid', { errors: [{ path: 'body.wecomId', reason: 'duplicate' }] })
  },
  creator: async (records) => {
    const handed = new Map<UserInput, Awaited<ReturnType<typeof handedOver>>>()
    for (const record of records) handed.set(record, await handedOver(deps.passwords, deps.clock.now()))
    return async (context, input) => {
      const own = handed.get(input) ?? fail('not_found')
      return { id: String(await addUser(context, input, own.stored)), secret: own.oneTimePassword }
    }
  },
  remove: removeUser,
})
