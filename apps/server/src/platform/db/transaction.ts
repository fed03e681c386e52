import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { TransactionGuard } from './guard.ts'
import type { Tx, Write } from './handles.ts'
import type { Tables } from './schema.ts'

/** serialization_failure and deadlock_detected: the transaction is correct and can run again. */
const lostRace: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const tries = 3

/** The only transaction helper, see `Tx`. */
export function transactions(kysely: Kysely<Tables>, guard: TransactionGuard): Tx {
  return async (work) => {
    guard.rejectInside('tx')
    for (let attempt = 1; ; attempt += 1) {
      // The error of the work is more useful than that of a rollback on a broken connection.
      let cause: unknown
      const attemptWork = (write: Write) =>
        guard
          .inside(() => work(write))
          .catch((error: unknown) => {
            cause = error
            throw error
          })
      try {
        return await kysely.transaction().execute((write) => attemptWork(write as Write))
      } catch (error) {
        const reason = cause ?? error
        if (attempt === tries || !lostRace.has(codeOf(reason))) throw reason
        // A random delay keeps two transactions from colliding again in the same order.
        await pause(Math.random() * 20 * attempt)
      }
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
