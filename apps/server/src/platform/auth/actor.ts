import { fail } from '../http/domain-error.ts'

/** Who does something, from where: what a command is told about the request, and what the audit log remembers of it. */
export interface Actor {
  /** Row id in decimal. */
  readonly userId: string
  readonly plantId: number
  readonly username: string
  /** Name shown to people. */
  readonly cnName: string
  readonly tags: readonly string[]
  /** Row id in decimal. */
  readonly sessionId: string
  /** Address of the client, as the server sees it; empty when the act did not come over the network. */
  readonly address: string
  readonly requestId: string
  /** Signed in with a password that somebody else has chosen: until it is changed, little else is open. */
  readonly mustChangePassword?: boolean
  /** What the plant stood at when the session was read; left out for who comes without one. */
  readonly asOf?: AsOf
  /** Left out for people; the paired TV that asks, and the one screen it shows. Row ids in decimal. */
  readonly deviceId?: string
  readonly screenId?: string
}

/** `userId` of whoever comes with a token that belongs to no person: a TV, the monitoring system. */
export const noUserId = '0'

export const isPerson = ({ userId }: Pick<Actor, 'userId'>): boolean => userId !== noUserId

/** Row id of the person; null: nobody signed in, as for demo data. */
export const personId = ({ userId }: Pick<Actor, 'userId'>): number | null =>
  userId === '' ? null : Number(userId)

/** Fails a TV that asks for another screen than its own; people are not refused. */
export function rejectOtherScreen(actor: Pick<Actor, 'screenId'>, screenId: string): void {
  if (actor.screenId !== undefined && actor.screenId !== screenId) fail('permission.denied')
}

/** While both are the same, so is everything that the plant's data say. */
export interface AsOf {
  /** Number of the plant's newest fact in the outbox; 0: nothing has happened yet. */
  readonly fact: number
  /** The day in the plant's time zone, `YYYY-MM-DD`. */
  readonly day: string
}
