import { tokenHash } from '../../platform/auth/token.ts'
import type { Write } from '../../platform/db/handles.ts'

/** Expiry times of a person's open tickets, soonest first. Locks the person's row, so that the count stays correct. */
export async function openTicketsForUpdate(
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

export interface NewTicket {
  readonly plantId: number
  readonly userId: number
  readonly ticket: string
  readonly next: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function saveTicket(write: Write, ticket: NewTicket): Promise<void> {
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
export async function takeTicket(
  write: Write,
  plantId: number,
  ticket: string,
  now: Date,
): Promise<{ userId: number; next: string | null } | null> {
  const taken = await write
    .deleteFrom('sign_in_tickets')
    .where('plant_id', '=', plantId)
    .where('token_hash', '=', tokenHash(ticket))
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'next'])
    .executeTakeFirst()
  return taken ?? null
}
