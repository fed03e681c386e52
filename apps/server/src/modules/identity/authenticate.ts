import type { Authenticate } from '../../platform/auth/actor.ts'
import { isLive, isTouchDue } from '../../platform/auth/sessions.ts'
import { tokenHash } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { sessionByToken } from './session.reads.ts'
import { touchSession } from './session.store.ts'

/** Nothing is cached between requests: one indexed query per request makes a revocation effective at once. */
export function authenticator({ db, clock }: { db: Database; clock: Clock }): Authenticate {
  return async (token, { requestId, address }) => {
    if (token === null || token === '') fail('session.missing')
    const now = clock.now()
    const session = await sessionByToken(db.reads, tokenHash(token), now)
    if (session === null || !isLive(session, now)) fail('session.expired')
    if (isTouchDue(session.lastSeenAt, now)) {
      await db.tx((write) => touchSession(write, session.plantId, session.id, now))
    }
    return {
      userId: String(session.userId),
      plantId: session.plantId,
      username: session.username,
      cnName: session.cnName,
      tags: session.tags === null ? [] : [...new Set(session.tags.split(' '))].filter((tag) => tag !== ''),
      sessionId: String(session.id),
      mustChangePassword: session.mustChangePassword,
      address,
      requestId,
      asOf: { fact: session.fact, day: session.day },
    }
  }
}
