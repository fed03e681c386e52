import type { Passwords } from '../../platform/auth/passwords.ts'
import { randomPassword } from '../../platform/auth/token.ts'
import type { StoredPassword } from './people.store.ts'

/** Short enough to be read out over the phone or from paper: 60 random bits. */
const length = 12
const lifeMilliseconds = 24 * 3_600_000

/** A one-time password from an administrator: valid for one sign-in within a day. */
export async function handedOver(
  passwords: Passwords,
  now: Date,
): Promise<{ oneTimePassword: string; expiresAt: Date; stored: StoredPassword }> {
  const oneTimePassword = randomPassword(length)
  const expiresAt = new Date(now.getTime() + lifeMilliseconds)
  const hash = await passwords.hash(oneTimePassword)
  return { oneTimePassword, expiresAt, stored: { hash, state: 'once', expiresAt } }
}
