import { sql } from 'kysely'
import { tourProgress, type UserInfo } from '@cloud-factory/contract/identity/access'
import type { PasswordState } from '../../platform/auth/passwords.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** The data of a person that sign-in needs. */
export interface Account {
  readonly id: number
  readonly username: string
  readonly cnName: string
  readonly status: 'active' | 'disabled'
  readonly passwordHash: string | null
  readonly passwordState: PasswordState
  readonly passwordExpiresAt: Date | null
}

const accountColumns = [
  'id',
  'username',
  'cn_name as cnName',
  'status',
  'password_hash as passwordHash',
  'password_state as passwordState',
  'password_expires_at as passwordExpiresAt',
] as const

/** The person with this sign-in name; null when there is none. */
export async function accountByName(
  reads: Reads,
  plantId: number,
  usernameKey: string,
): Promise<Account | null> {
  const account = await reads
    .selectFrom('users')
    .select(accountColumns)
    .where('plant_id', '=', plantId)
    .where('username_key', '=', usernameKey)
    .executeTakeFirst()
  return account ?? null
}

/** The person; null when there is none. */
export async function accountById(reads: Reads, plantId: number, userId: number): Promise<Account | null> {
  const account = await reads
    .selectFrom('users')
    .select(accountColumns)
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return account ?? null
}

/** Id of the person with this WeCom account; null when there is none. */
export async function userIdByWecom(reads: Reads, plantId: number, wecomId: string): Promise<number | null> {
  const user = await reads
    .selectFrom('users')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('wecom_id', '=', wecomId)
    .executeTakeFirst()
  return user?.id ?? null
}

/** Id of the person with this subject at the identity provider; null when there is none. */
export async function userIdBySubject(
  reads: Reads,
  plantId: number,
  issuer: string,
  subject: string,
): Promise<number | null> {
  const user = await reads
    .selectFrom('users')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  return user?.id ?? null
}

/** Id of the only person with this address who is not linked to a provider; null when there are none or several. */
export async function unlinkedUserIdByEmail(
  reads: Reads,
  plantId: number,
  email: string,
): Promise<number | null> {
  const users = await reads
    .selectFrom('users')
    .select(['id', 'oidc_subject', 'email_typed'])
    .where('plant_id', '=', plantId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .limit(2)
    .execute()
  const [user] = users
  return users.length === 1 && user?.oidc_subject === null && !user.email_typed ? user.id : null
}

/** The person's data for the browser. Throws when there is no such person. */
export async function userInfo(reads: Reads, plantId: number, userId: number): Promise<UserInfo> {
  const user = await reads
    .selectFrom('users')
    .innerJoin('plants', 'plants.id', 'users.plant_id')
    .leftJoin('preferences', (join) =>
      join.onRef('preferences.user_id', '=', 'users.id').on('preferences.key', '=', 'tour'),
    )
    .select('preferences.value as tour')
    .select(['users.username', 'users.cn_name', 'users.email', 'users.phone', 'users.password_state'])
    .select(['users.version', 'plants.code', 'plants.name', 'plants.time_zone'])
    .where('users.plant_id', '=', plantId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const roles = await reads
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.code', 'roles.name', 'roles.tags'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.id')
    .execute()
  return {
    id: String(userId),
    username: user.username,
    cnName: user.cn_name,
    permissionTags: [...new Set(roles.flatMap((role) => role.tags))],
    roles: roles.map(({ code, name }) => ({ code, name })),
    email: user.email,
    phone: user.phone,
    mustChangePassword: user.password_state !== 'lasting',
    version: user.version,
    tour: tourProgress.safeParse(user.tour).data ?? null,
    plant: { code: user.code, name: user.name, timeZone: user.time_zone },
  }
}

/** A person to whom something is sent, with what they may see. */
export interface Recipient {
  readonly plantId: number
  readonly userId: string
  readonly email: string | null
  readonly wecomId: string | null
  readonly tags: readonly string[]
  /** Name of the plant. */
  readonly plant: string
  readonly timeZone: string
}

/** An active person; null when the account is disabled or gone. */
export async function recipientOf(reads: Reads, plantId: number, userId: string): Promise<Recipient | null> {
  const [row] = await readRows(
    reads,
    sql<Omit<Recipient, 'plantId' | 'userId'>>`
      select u.email, u.wecom_id as "wecomId", p.name as plant, p.time_zone as "timeZone", array(
        select distinct unnest(r.tags) from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) as tags
      from users u join plants p on p.id = u.plant_id
      where u.plant_id = ${plantId} and u.id = ${userId} and u.status = 'active'`,
  )
  return row === undefined ? null : { plantId, userId, ...row }
}

/** Ids of the people whose preference of this name lists at least one of these words. */
export async function idsByPreference(
  reads: Reads,
  plantId: number,
  key: string,
  anyOf: readonly string[],
): Promise<string[]> {
  const rows = await readRows(
    reads,
    sql<{ id: string }>`
      select u.id::text as id from users u join preferences f on f.user_id = u.id
      where u.plant_id = ${plantId} and f.key = ${key} and f.value ?| ${[...anyOf]}::text[]`,
  )
  return rows.map(({ id }) => id)
}
