import { tokenHash } from '../../platform/auth/token.ts'
import type { Write } from '../../platform/db/handles.ts'
import type { OidcChecks } from './oidc-client.ts'

/** Maximum number of sign-ins under way: anybody can start one. */
const maxPending = 2000
const lifeMilliseconds = 10 * 60_000

/** Stores a sign-in that goes to the provider. False when too many are under way. */
export async function savePending(
  write: Write,
  plantId: number,
  {
    checks,
    browserKey,
    next,
  }: { readonly checks: OidcChecks; readonly browserKey: string; readonly next: string | null },
  now: Date,
): Promise<boolean> {
  const { pending } = await write
    .selectFrom('oidc_sign_ins')
    .select((eb) => eb.fn.countAll<number>().as('pending'))
    .where('plant_id', '=', plantId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (pending >= maxPending) return false
  await write
    .insertInto('oidc_sign_ins')
    .values({
      plant_id: plantId,
      state_hash: hashOf(checks.state, browserKey),
      nonce: checks.nonce,
      code_verifier: checks.codeVerifier,
      next,
      expires_at: new Date(now.getTime() + lifeMilliseconds),
    })
    .execute()
  return true
}

/** A state is valid only with the key of the browser that started it, so a link sent to another person does not work. */
const hashOf = (state: string, browserKey: string): string => tokenHash(`${state} ${browserKey}`)

/** Reads and deletes the data stored for a state and a browser, so that it works once; null when there is none. */
export async function takePending(
  write: Write,
  plantId: number,
  { state, browserKey }: { readonly state: string; readonly browserKey: string },
  now: Date,
): Promise<{ checks: OidcChecks; next: string | null } | null> {
  const taken = await write
    .deleteFrom('oidc_sign_ins')
    .where('plant_id', '=', plantId)
    .where('state_hash', '=', hashOf(state, browserKey))
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'next'])
    .executeTakeFirst()
  if (taken === undefined) return null
  return { checks: { state, nonce: taken.nonce, codeVerifier: taken.code_verifier }, next: taken.next }
}
