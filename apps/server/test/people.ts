import type { Actor } from '../src/platform/auth/actor.ts'
import { createPasswords, type Passwords, type PasswordState } from '../src/platform/auth/passwords.ts'
import { usernameKey } from '../src/platform/auth/username.ts'
import type { Database } from '../src/platform/db/handles.ts'
import { testActor } from './actor.ts'

/** As in production, but at a cost that tests can afford a thousand times. */
export const cheapPasswords = (): Passwords => createPasswords({ memory: 64, passes: 1, parallelism: 1 })

export const rightPassword = 'Kran-hebt-Träger 26'

interface NewPerson {
  readonly username?: string
  readonly password?: string | null
  readonly tags?: readonly string[]
  /** Code of the role to create with the tags. */
  readonly role?: string
  readonly status?: 'active' | 'disabled'
  readonly passwordState?: PasswordState
  readonly passwordExpiresAt?: Date
  readonly email?: string
  readonly wecomId?: string
}

/** Adds a person to plant 1, with a new role if tags are given. Returns the person as an actor. */
export async function addPerson(db: Database, person: NewPerson = {}): Promise<Actor> {
  const { username = 'planner', password = rightPassword, tags = [], role = `role-of-${username}` } = person
  const hash = password === null ? null : await cheapPasswords().hash(password)
  const userId = await db.tx(async (write) => {
    const { id } = await write
      .insertInto('users')
      .values({
        plant_id: 1,
        username,
        username_key: usernameKey(username) ?? username,
        cn_name: `${username} 先生`,
        status: person.status ?? 'active',
        password_hash: hash,
        password_state: person.passwordState ?? 'lasting',
        password_expires_at: person.passwordExpiresAt ?? null,
        email: person.email ?? null,
        wecom_id: person.wecomId ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (tags.length > 0) {
      const { id: roleId } = await write
        .insertInto('roles')
        .values({ plant_id: 1, code: role, name: role, tags: [...tags] })
        .onConflict((conflict) => conflict.columns(['plant_id', 'code']).doUpdateSet({ tags: [...tags] }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await write.insertInto('user_roles').values({ user_id: id, role_id: roleId }).execute()
    }
    return id
  })
  return testActor({ userId: String(userId), username, cnName: `${username} 先生`, tags })
}

/** Actions in the audit log, oldest first. */
export async function loggedActions(db: Database): Promise<string[]> {
  const rows = await db.reads.selectFrom('audit_log').select('action').orderBy('id').execute()
  return rows.map((row) => row.action)
}
