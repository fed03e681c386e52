import { sql } from 'kysely'
import type { EventName } from '@cloud-factory/domain/live/change-areas'
import type { Actor } from '../auth/actor.ts'
import type { Write, Database } from '../db/handles.ts'
import { recordLast } from '../db/last-statement.ts'

/** An event that a command records. It identifies the record and contains none of its data. */
interface NewEvent {
  readonly name: EventName
  readonly subjectId: string
  /** Id of the order that the subject belongs to, where the command knows it. */
  readonly orderId?: string | null
}

/**
 * Records an event with the commit of the command's own transaction. PostgreSQL assigns identity numbers before the commit; without the lock that the
 * record takes, number 8 could become visible before 7, a reader would move its cursor to 8 and never see 7.
 */
export async function recordEvent(
  write: Write,
  { plantId, tab }: Pick<Actor, 'plantId' | 'tab'>,
  { name, subjectId, orderId }: NewEvent,
): Promise<void> {
  recordLast(write, { plantId, event: name, subjectId, payload: { orderId: orderId ?? undefined, tab } })
}

const retentionMs = 7 * 86_400_000
/** Small batches, because the embedded database has one connection and must not block for long. */
const factsAtOnce = 5000

/**
 * Deletes events older than a week. The newest of each plant stays: its number is a cursor and must never decrease.
 */
export async function forgetOldFacts({ tx }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - retentionMs)
  while ((await tx((write) => forgetSome(write, oldest))) > 0);
}

/** Looks only at the first events, since they are in time order: a call without old events costs nothing. */
async function forgetSome(write: Write, oldest: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from outbox where seq in (
      select seq from (select seq, at from outbox order by seq limit ${factsAtOnce}::int) first
      where at < ${oldest}::timestamptz)
    and not exists (select from plants
      where outbox.seq = (select max(seq) from outbox newest where newest.plant_id = plants.id))`.execute(
    write,
  )
  return Number(numAffectedRows ?? 0)
}
