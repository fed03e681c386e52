import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import { asReads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { Arrival, CommandDeps } from './access.deps.ts'
import { accountById } from './account.reads.ts'
import { arrive, type SignIn } from './arrive.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import { takeTicket } from './ticket.store.ts'

/** Signs in the person who created the ticket. A ticket works once, for the first device that redeems it. */
export const redeemTicket =
  (deps: CommandDeps) =>
  async (ticket: string, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId } = deps
    const attempted = [{ limit: addressLimit, key: arrival.address }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
    const signedIn = await db.tx(async (write) => {
      const now = clock.now()
      const taken = await takeTicket(write, plantId, ticket, now)
      const account = taken === null ? null : await accountById(asReads(write), plantId, taken.userId)
      if (taken === null || account === null) return null
      return arrive(write, { plantId, account, method: 'ticket', next: taken.next }, arrival, now)
    })
    if (signedIn !== null) return signedIn
    await recordFailedSignIn(deps, { attempted, method: 'ticket', account: null }, arrival)
    fail('ticket.invalid')
  }
