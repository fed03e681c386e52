import type { EventName } from '@cloud-factory/domain/live/change-areas'
import type { Actor } from '../auth/actor.ts'
import { advisoryLock } from '../db/advisory-lock.ts'
import type { Write } from '../db/handles.ts'

/** An event that a command records. It identifies the record and contains none of its data. */
export interface NewEvent {
  readonly name: EventName
  readonly subjectId: string
  /** Id of the order that the subject belongs to, where the command knows it. */
  readonly orderId?: string | null
}

/**
 * Writes an event in the command's own transaction. Call it last: from here until it ends, the transaction holds the
 * lock on the plant's outbox. PostgreSQL assigns identity numbers before the commit; without the lock, number 8 could
 * become visible before 7, a reader would move its cursor to 8 and never see 7.
 */
export async function recordEvent(
  write: Write,
  { plantId, tab }: Pick<Actor, 'plantId' | 'tab'>,
  { name, subjectId, orderId }: NewEvent,
): Promise<void> {
  await advisoryLock(write, 'record', plantId)
  await write
    .insertInto('outbox')
    .values({
      plant_id: plantId,
      name,
      version: 1,
      subject_id: subjectId,
      payload: JSON.stringify({ orderId: orderId ?? undefined, tab }),
    })
    .execute()
}
