import type { Actor } from '../../platform/auth/actor.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { CommandDeps } from './access.deps.ts'
import { forgetPreference, savePreference } from './preferences.store.ts'

/** Stores one preference of a person; null deletes it. Not in the audit log: it concerns nobody else. */
export const storePreference =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, key: string, value: unknown): Promise<void> => {
    const userId = Number(actor.userId)
    if (value === null) return db.tx((write) => forgetPreference(write, userId, key))
    try {
      const isStored = await db.tx((write) => savePreference(write, userId, { key, value }, clock.now()))
      if (!isStored) fail('request.too_large')
    } catch (error) {
      if (violationOf(error)?.constraint === 'preferences_size') fail('request.too_large')
      throw error
    }
  }
