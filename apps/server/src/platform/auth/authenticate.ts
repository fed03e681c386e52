import type { Actor } from './actor.ts'

/**
 * Finds the owner of a token, at every request: a revoked session, a disabled person or a changed role takes effect
 * at once. Throws `session.missing` and `session.expired`.
 */
export type Authenticate = (
  token: string | null,
  request: { readonly requestId: string; readonly address: string },
) => Promise<Actor>
