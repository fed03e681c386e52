import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { newToken } from '../../platform/auth/token.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { CommandDeps } from './access.deps.ts'
import { openTicketsForUpdate, saveTicket } from './ticket.store.ts'

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
