import { sql } from 'kysely'
import type { PasswordState } from '../../platform/auth/passwords.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import type { Write } from '../../platform/db/handles.ts'
import { adminCode } from './people.policy.ts'
import type { Role } from './roles.store.ts'

export interface PersonFacts {
  readonly cnName: string
  readonly email: string | null
  readonly phone: string | null
  readonly wecomId: string | null
  readonly badge: string | null
}

export interface Person extends PersonFacts {
  readonly id: number
  readonly username: string
  readonly usernameKey: string
  readonly status: 'active' | 'disabled'
  readonly version: number
}

/** The writing actor and the time. */
export interface Hand {
  readonly by: number | null
  readonly now: Date
}

export interface StoredPassword {
  readonly hash: string
  readonly state: PasswordState
  readonly expiresAt: Date | null
}

/** The person, locked until the transaction ends; null when there is none. */
export async function personForUpdate(write: Write, plantId: number, userId: number): Promise<Person | null> {
  const person = await write
    .selectFrom('users')
    .select(['id', 'username', 'username_key as usernameKey', 'status', 'version'])
    .select(['cn_name as cnName', 'email', 'phone', 'wecom_id as wecomId', 'badge'])
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return person ?? null
}

/** Roles of a person in the order of their creation. */
export async function rolesOf(write: Write, plantId: number, userId: number): Promise<Role[]> {
  return write
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.code', 'roles.name', 'roles.tags', 'roles.shipped', 'roles.version'])
    .where('roles.plant_id', '=', plantId)
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.id')
    .execute()
}

/** Adds a person. Violates a unique constraint when somebody else has the name, account or badge. */
export async function insertPerson(
  write: Write,
  plantId: number,
  person: PersonFacts & { readonly username: string; readonly password: StoredPassword },
  { by, now }: Hand,
): Promise<number> {
  const { username, password } = person
  const { id } = await write
    .insertInto('users')
    .values({
      plant_id: plantId,
      username,
      username_key: usernameKey(username) ?? username,
      cn_name: person.cnName,
      email: person.email,
      phone: person.phone,
      wecom_id: person.wecomId,
      badge: person.badge,
      password_hash: password.hash,
      password_state: password.state,
      password_expires_at: password.expiresAt,
      created_at: now,
      created_by: by,
      updated_at: now,
      updated_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether somebody has signed in as this person, mentioned or assigned them, written to them or made them follow something. */
export async function isUsed(write: Write, userId: number): Promise<boolean> {
  const tables = ['sessions', 'comment_mentions', 'followers', 'messages']
  const used = [
    ...tables.map((table) => sql`exists (select from ${sql.table(table)} where user_id = ${userId})`),
    ...['orders', 'ncrs', 'repairs'].map(
      (table) => sql`exists (select from ${sql.table(table)} where assignee_id = ${userId})`,
    ),
  ]
  const { rows } = await sql<{ used: boolean }>`
    select last_sign_in_at is not null or password_state <> 'once' or ${sql.join(used, sql` or `)} as used
    from users where id = ${userId}`.execute(write)
  return rows[0]?.used === true
}

export async function deletePerson(write: Write, plantId: number, userId: number): Promise<void> {
  await write.deleteFrom('users').where('plant_id', '=', plantId).where('id', '=', userId).execute()
}

export async function savePerson(
  write: Write,
  plantId: number,
  userId: number,
  person: PersonFacts,
  { by, now }: Hand,
): Promise<void> {
  const { cnName, email, phone, wecomId, badge } = person
  await write
    .updateTable('users')
    .set((eb) => ({
      cn_name: cnName,
      email,
      phone,
      wecom_id: wecomId,
      badge,
      version: eb('version', '+', 1),
    }))
    // The administrator who enters an address is responsible for it.
    .set({ email_typed: sql<boolean>`email_typed and email is not distinct from ${email}` })
    .set({ updated_at: now, updated_by: by })
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .execute()
}

/** Violates the constraint `last_admin` when it would disable the last enabled administrator. */
export async function saveStatus(
  write: Write,
  plantId: number,
  userId: number,
  status: 'active' | 'disabled',
  { by, now }: Hand,
): Promise<void> {
  await write
    .updateTable('users')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: now, updated_by: by }))
    // Who comes back sets a new PIN.
    .$if(status === 'disabled', (query) => query.set({ pin_hash: null }))
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .execute()
}

/** Stores a password that an administrator hands over; whoever knew the PIN does not know it any more. */
export async function savePassword(
  write: Write,
  plantId: number,
  userId: number,
  { hash, state, expiresAt }: StoredPassword,
): Promise<void> {
  await write
    .updateTable('users')
    .set({ password_hash: hash, password_state: state, password_expires_at: expiresAt, pin_hash: null })
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .execute()
}

/** Replaces a person's roles. Violates `last_admin` when no enabled administrator would be left. */
export async function saveRolesOf(write: Write, userId: number, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length > 0) {
    await write
      .insertInto('user_roles')
      .values(roleIds.map((roleId) => ({ user_id: userId, role_id: roleId })))
      .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doNothing())
      .execute()
  }
  let leaving = write.deleteFrom('user_roles').where('user_id', '=', userId)
  if (roleIds.length > 0) leaving = leaving.where('role_id', 'not in', [...roleIds])
  await leaving.execute()
}

/** The administrator of the first start who has never signed in and whose password has expired; null: none. */
export async function strandedFirstAdmin(write: Write, plantId: number, now: Date): Promise<number | null> {
  const person = await write
    .selectFrom('users')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('password_state', '=', 'first')
    .where('password_expires_at', '<=', now)
    .where('last_sign_in_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return person?.id ?? null
}

/**
 * Whether the plant has any user. Locks the administrator's role, so that two concurrent first starts do not both find none.
 */
export async function hasUsers(write: Write, plantId: number): Promise<boolean> {
  await write
    .selectFrom('roles')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('code', '=', adminCode)
    .forUpdate()
    .execute()
  const somebody = await write
    .selectFrom('users')
    .select('id')
    .where('plant_id', '=', plantId)
    .limit(1)
    .executeTakeFirst()
  return somebody !== undefined
}

/** Ids of roles by code. */
export async function roleIdsByCode(write: Write, plantId: number): Promise<ReadonlyMap<string, number>> {
  const roles = await write
    .selectFrom('roles')
    .select(['id', 'code'])
    .where('plant_id', '=', plantId)
    .execute()
  return new Map(roles.map(({ id, code }) => [code, id]))
}
