import { sql } from 'kysely'
import type { PasswordState } from '../../platform/auth/passwords.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Account } from './account.queries.ts'

/** Changes to the password at sign-in. */
export interface PasswordUse {
  readonly hash: string | null
  readonly state: PasswordState
}

/**
 * Records a sign-in and locks the person's row until the transaction ends. False when the person is disabled, or when the
 * checked password was changed or used up in the meantime.
 */
export async function markSignedIn(
  write: Write,
  plantId: number,
  account: Account,
  use: PasswordUse,
  now: Date,
): Promise<boolean> {
  const marked = await write
    .updateTable('users')
    .set({ last_sign_in_at: now, password_hash: use.hash, password_state: use.state })
    .where('plant_id', '=', plantId)
    .where('id', '=', account.id)
    .where('status', '=', 'active')
    .where('password_hash', 'is not distinct from', account.passwordHash)
    .where('password_state', '=', account.passwordState)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Replaces a password by one that its owner chose. False when the checked password was changed in the meantime. */
export async function saveOwnPassword(
  write: Write,
  plantId: number,
  account: Account,
  hash: string,
): Promise<boolean> {
  const saved = await write
    .updateTable('users')
    .set({ password_hash: hash, password_state: 'lasting', password_expires_at: null })
    .where('plant_id', '=', plantId)
    .where('id', '=', account.id)
    .where('password_hash', 'is not distinct from', account.passwordHash)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}

export interface Profile {
  readonly cnName: string
  readonly email: string | null
  readonly phone: string | null
}

/** The person's row, locked until the transaction ends; null when there is none. */
export async function profileForUpdate(
  write: Write,
  plantId: number,
  userId: number,
): Promise<(Profile & { version: number }) | null> {
  const row = await write
    .selectFrom('users')
    .select(['cn_name as cnName', 'email', 'phone', 'version'])
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveProfile(
  write: Write,
  plantId: number,
  userId: number,
  profile: Profile,
  now: Date,
): Promise<void> {
  await write
    .updateTable('users')
    .set((eb) => ({
      cn_name: profile.cnName,
      email: profile.email,
      email_typed: sql<boolean>`email_typed or email is distinct from ${profile.email}`,
      phone: profile.phone,
      version: eb('version', '+', 1),
      updated_at: now,
      updated_by: userId,
    }))
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .execute()
}

/** Links a person to a subject of the identity provider. False when the person is already linked. */
export async function linkSubject(
  write: Write,
  plantId: number,
  userId: number,
  issuer: string,
  subject: string,
): Promise<boolean> {
  const linked = await write
    .updateTable('users')
    .set({ oidc_issuer: issuer, oidc_subject: subject })
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .where('oidc_subject', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return linked !== undefined
}
