import {
  accountLimit,
  addressLimit,
  type Attempted,
  forgetAttempts,
  rejectWhenClosed,
} from '../../platform/auth/attempts.ts'
import type { Passwords } from '../../platform/auth/passwords.ts'
import { usernameKey } from '../../platform/auth/username.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Arrival, CommandDeps } from './access.deps.ts'
import { type Account, accountByName } from './account.reads.ts'
import type { PasswordUse } from './account.store.ts'
import { arrive, type SignIn } from './arrive.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import { isPasswordUsable } from './sign-in.rules.ts'

interface Credentials {
  readonly username: string
  readonly password: string
}

/**
 * Signs a person in with name and password. An unknown name, a wrong password, a disabled person and an expired password give
 * the same answer after the same work, so that the answer does not reveal the cause.
 */
export const signIn =
  (deps: CommandDeps & { passwords: Passwords }) =>
  async ({ username, password }: Credentials, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId, passwords } = deps
    const name = usernameKey(username)
    const attempted = attemptedBy(name, arrival.address)
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())

    const account = name === null ? null : await accountByName(db.reads, plantId, name)
    const isRight = await passwords.verify(account?.passwordHash ?? null, password)
    if (name !== null && account !== null && isRight && isPasswordUsable(account, clock.now())) {
      const use = await useOf(passwords, account, password)
      const signedIn = await db.tx(async (write) => {
        const now = clock.now()
        // Checked again: of several concurrent guesses, a correct one that ends after too many wrong ones is rejected.
        await rejectWhenClosed(asReads(write), plantId, attempted, now)
        await forgetAttempts(write, plantId, { limit: accountLimit, key: name })
        return arrive(
          write,
          { plantId, account, method: 'password', next: null, password: use },
          arrival,
          now,
        )
      })
      if (signedIn !== null) return signedIn
    }
    await recordFailedSignIn(deps, { attempted, method: 'password', account }, arrival)
    fail('signin.failed')
  }

function attemptedBy(name: string | null, address: string): Attempted[] {
  const byAddress = { limit: addressLimit, key: address }
  return name === null ? [byAddress] : [{ limit: accountLimit, key: name }, byAddress]
}

/** Marks a one-time password as used, and rehashes a password that was stored with another cost. */
async function useOf(passwords: Passwords, account: Account, password: string): Promise<PasswordUse> {
  const { passwordHash: hash, passwordState: state } = account
  const isOld = hash !== null && passwords.isOutdated(hash)
  return {
    hash: isOld ? await passwords.hash(password) : hash,
    state: state === 'once' ? 'used' : state,
  }
}
