import { tokenHash, newToken } from '../../platform/auth/token.ts'
import { type Write, asReads } from '../../platform/db/handles.ts'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { addressLimit, rejectWhenClosed } from '../../platform/auth/attempts.ts'
import type { CommandDeps, Arrival } from './identity.deps.ts'
import { accountById } from './account.queries.ts'
import { arrive, type SignIn, recordFailedSignIn } from './sign-in.ts'

/** Expiry times of a person's open tickets, soonest first. Locks the person's row, so that the count stays correct. */
async function openTicketsForUpdate(
  write: Write,
  plantId: number,
  userId: number,
  now: Date,
): Promise<Date[]> {
  await write
    .selectFrom('users')
    .select('id')
    .where('plant_id', '=', plantId)
    .where('id', '=', userId)
    .forUpdate()
    .execute()
  const rows = await write
    .selectFrom('sign_in_tickets')
    .select('expires_at')
    .where('plant_id', '=', plantId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute()
  return rows.map((row) => row.expires_at)
}

interface NewTicket {
  readonly plantId: number
  readonly userId: number
  readonly ticket: string
  readonly next: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

async function saveTicket(write: Write, ticket: NewTicket): Promise<void> {
  await write
    .insertInto('sign_in_tickets')
    .values({
      plant_id: ticket.plantId,
      user_id: ticket.userId,
      token_hash: tokenHash(ticket.ticket),
      next: ticket.next,
      created_at: ticket.createdAt,
      expires_at: ticket.expiresAt,
    })
    .execute()
}

/**
 * Finds and deletes a ticket in one statement, so that only one of two concurrent requests gets it. Null when it is not valid.
 */
async function takeTicket(
  write: Write,
  plantId: number,
  ticket: string,
  now: Date,
): Promise<{ userId: number; next: string | null } | null> {
  const redeemed = await write
    .deleteFrom('sign_in_tickets')
    .where('plant_id', '=', plantId)
    .where('token_hash', '=', tokenHash(ticket))
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'next'])
    .executeTakeFirst()
  return redeemed ?? null
}

const maxOpen = 10
/** Enough time to take out a phone and scan. */
const phoneSeconds = 120
/** Enough time to return to the terminal in which the server started. */
const terminalSeconds = 15 * 60

export interface Ticket {
  readonly ticket: string
  /** Path that redeems the ticket; contains the ticket. */
  readonly path: string
  readonly expiresAt: Date
}

/** Creates a one-time ticket that signs the same person in on a phone and then opens `next`. */
export const makeTicket =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (actor: Actor, next: string): Promise<Ticket> =>
    db.tx(async (write) => {
      // A session on a shared terminal must not become one with all rights somewhere else.
      if (actor.terminalId !== undefined) fail('permission.denied')
      const ticket = await writeTicket(write, actor, { next, seconds: phoneSeconds, now: clock.now() })
      await recordAudit(write, actor, {
        action: 'ticket.create',
        subjectKind: 'user',
        subjectId: actor.userId,
        subjectName: actor.username,
      })
      return ticket
    })

/** The link that a first start prints; signs the person in once. */
export const makeTerminalTicket =
  ({ db, clock }: Pick<CommandDeps, 'db' | 'clock'>) =>
  async (who: { plantId: number; userId: string }): Promise<Ticket> =>
    db.tx((write) => writeTicket(write, who, { next: null, seconds: terminalSeconds, now: clock.now() }))

interface TicketFacts {
  readonly next: string | null
  readonly seconds: number
  readonly now: Date
}

async function writeTicket(
  write: Write,
  who: { plantId: number; userId: string },
  { next, seconds, now }: TicketFacts,
): Promise<Ticket> {
  const { plantId } = who
  const userId = Number(who.userId)
  const open = await openTicketsForUpdate(write, plantId, userId, now)
  const [soonest] = open
  if (open.length >= maxOpen && soonest !== undefined) {
    const wait = Math.ceil((soonest.getTime() - now.getTime()) / 1000)
    fail('rate.limited', { retryAfter: wait, params: { seconds: wait } })
  }
  const ticket = newToken()
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await saveTicket(write, { plantId, userId, ticket, next, createdAt: now, expiresAt })
  const query = new URLSearchParams(next === null ? { ticket } : { ticket, next })
  return { ticket, path: `/wx/transfer?${query.toString()}`, expiresAt }
}

/** Signs in the person who created the ticket. A ticket works once, for the first device that redeems it. */
export const redeemTicket =
  (deps: CommandDeps) =>
  async (ticket: string, arrival: Arrival): Promise<SignIn> => {
    const { db, clock, plantId } = deps
    const attempted = [{ limit: addressLimit, key: arrival.address }]
    await rejectWhenClosed(db.reads, plantId, attempted, clock.now())
    const signedIn = await db.tx(async (write) => {
      const now = clock.now()
      const redeemed = await takeTicket(write, plantId, ticket, now)
      const account = redeemed === null ? null : await accountById(asReads(write), plantId, redeemed.userId)
      if (redeemed === null || account === null) return null
      return arrive(write, { plantId, account, method: 'ticket', next: redeemed.next }, arrival, now)
    })
    if (signedIn !== null) return signedIn
    await recordFailedSignIn(deps, { attempted, method: 'ticket', account: null }, arrival)
    fail('ticket.invalid')
  }
