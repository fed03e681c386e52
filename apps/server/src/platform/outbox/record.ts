import { advisoryLock } from '../db/advisory-lock.ts'
import type { Write } from '../db/handles.ts'

/** An event that a command records. */
export interface NewEvent {
  /** `orders.released`: feature, dot, what happened. */
  readonly name: string
  readonly subjectId: string
  readonly payload: Record<string, unknown>
  /** Format of the payload; default 1. */
  readonly version?: number
}

/**
 * Writes an event in the command's own transaction. Call it last: from here until it ends, the transaction holds the
 * lock on the plant's outbox. PostgreSQL assigns identity numbers before the commit; without the lock, number 8 could
 * become visible before 7, a reader would move its cursor to 8 and never see 7.
 */
export async function recordEvent(write: Write, plantId: number, event: NewEvent): Promise<void> {
  await advisoryLock(write, 'record', plantId)
  await write
    .insertInto('outbox')
    .values({
      plant_id: plantId,
      name: event.name,
      version: event.version ?? 1,
      subject_id: event.subjectId,
      payload: JSON.stringify(event.payload),
    })
    .execute()
}
