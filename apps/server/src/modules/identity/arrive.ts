import { type SignInMethod, deviceOf } from '../../platform/auth/sessions.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { Arrival } from './access.deps.ts'
import type { Account } from './account.reads.ts'
import { markSignedIn, type PasswordUse } from './account.store.ts'
import { type OpenedSession, openSession } from './session.store.ts'

/** A person who has just signed in. `next`: the page to open, as a path within this origin. */
export interface SignIn extends OpenedSession {
  readonly userId: number
  readonly next: string | null
}

interface Arriving {
  readonly plantId: number
  readonly account: Account
  readonly method: SignInMethod
  readonly next: string | null
  readonly password?: PasswordUse
}

/** Last step of every way to sign in: creates a session and an audit log entry. Null when the person may not sign in. */
export async function arrive(
  write: Write,
  { plantId, account, method, next, password }: Arriving,
  { address, requestId, userAgent }: Arrival,
  now: Date,
): Promise<SignIn | null> {
  const use = password ?? { hash: account.passwordHash, state: account.passwordState }
  if (!(await markSignedIn(write, plantId, account, use, now))) return null
  const device = deviceOf(userAgent)
  const session = await openSession(write, { plantId, userId: account.id, method, address, device }, now)
  const { id, username, cnName } = account
  const actor = { userId: String(id), plantId, username, cnName, tags: [], sessionId: '', address, requestId }
  await recordAudit(write, actor, {
    action: 'signin.ok',
    subjectKind: 'user',
    subjectId: String(id),
    subjectName: username,
    after: { method, device },
  })
  return { ...session, userId: id, next }
}
