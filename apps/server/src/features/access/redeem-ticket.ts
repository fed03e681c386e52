import { addressLimit, refuseWhenClosed } from '../../platform/auth/attempts.ts'
import { asReads } from '../../platform/db/handles.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Arrival, VerbDeps } from './access.deps.ts'
import { accountById } from './account.reads.ts'
import { arrive, type SignIn } from './arrive.ts'
import { recordFailedSignIn } from './failed-sign-in.ts'
import { takeTicket } from './ticket.store.ts'

/** Signs in the person who made the ticket. It works once, for whoever comes first. */
export const redeemTicket =
  (deps: VerbDeps) =>
  async (ticket: string, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId } = deps
    const attempted = [{ limit: addressLimit, key: arrival.address }]
    await refuseWhenClosed(db.reads, plantId, attempted, clock.now())
    const signedIn = await db.tx(async (write) => {
      const now = clock.now()
      const taken = await takeTicket(write, plantId, ticket, now)
      const account = taken === null ? null : await accountById(asReads(write), plantId, taken.userId)
      if (taken === null || account === null) return null
      return arrive(write, { plantId, account, method: 'ticket', next: taken.next }, arrival, now)
    })
    if (signedIn !== null) return signedIn
    await recordFailedSignIn(deps, { attempted, method: 'ticket', account: null }, arrival)
    refuse('ticket.invalid')
  }
