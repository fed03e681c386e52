import type { Actor } from './actor.ts'

/**
 * Says who a token belongs to, at every request anew: a revoked session, a disabled person or a changed role acts at
 * once. Throws the refusals `session.missing` and `session.expired`.
 */
export type Authenticate = (
  token: string | null,
  request: { readonly requestId: string; readonly address: string },
) => Promise<Actor>
