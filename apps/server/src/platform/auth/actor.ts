import { fail } from '../http/domain-error.ts'

/** Who does something, and from where: what commands know about the request, and what the audit log stores. */
export interface Actor {
  /** Row id in decimal. */
  readonly userId: string
  readonly plantId: number
  readonly username: string
  /** Display name. */
  readonly cnName: string
  readonly tags: readonly string[]
  /** Row id in decimal. */
  readonly sessionId: string
  /** Client address as the server sees it; empty when the action did not come over the network. */
  readonly address: string
  readonly requestId: string
  /** The browser tab that sent the request, by the name of its live stream; absent when the client did not say. */
  readonly tab?: string
  /** Signed in with a password that somebody else chose. Until it is changed, few endpoints are available. */
  readonly mustChangePassword?: boolean
  /** State of the plant when the session was read; absent for actors without a session. */
  readonly asOf?: AsOf
  /** Ids of the paired TV and of the one screen that it may show, in decimal; absent for people. */
  readonly deviceId?: string
  readonly screenId?: string
  /** Id of the shared terminal in decimal: of the terminal itself, or of the person who is signed in there. */
  readonly terminalId?: string
  /** Ids of the customer's link and of the one project that it shows, in decimal; absent for people of the factory. */
  readonly customer?: { readonly linkId: string; readonly projectId: string }
}

/** `userId` of tokens that belong to no person: a TV, the monitoring system, a customer. */
export const noUserId = '0'

export const isPerson = ({ userId }: Pick<Actor, 'userId'>): boolean => userId !== noUserId

/** Row id of the person; null when nobody is signed in, as for demo data. */
export const personId = ({ userId }: Pick<Actor, 'userId'>): number | null =>
  userId === '' ? null : Number(userId)

/** Rejects a TV that requests a screen other than its own; people pass. */
export function rejectOtherScreen(actor: Pick<Actor, 'screenId'>, screenId: string): void {
  if (actor.screenId !== undefined && actor.screenId !== screenId) fail('permission.denied')
}

/** As long as both fields are unchanged, so are the plant's data. */
export interface AsOf {
  /** Number of the plant's newest event in the outbox; 0 when there is none. */
  readonly fact: number
  /** Today in the plant's time zone, `YYYY-MM-DD`. */
  readonly day: string
}

/**
 * Finds the owner of a token, at every request: a revoked session, a disabled person or a changed role takes effect
 * at once. Throws `session.missing` and `session.expired`.
 */
export type Authenticate = (
  token: string | null,
  request: { readonly requestId: string; readonly address: string },
) => Promise<Actor>

/** The actor of the app itself. It has no permissions: queries return data, and `can` allows nothing. */
export const systemActor = (plantId: number): Actor => ({
  userId: '',
  plantId,
  username: '',
  cnName: '',
  tags: [],
  sessionId: '',
  address: '',
  requestId: '',
})
