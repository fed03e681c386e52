import { advisoryLock } from '../db/advisory-lock.ts'
import type { Write } from '../db/handles.ts'

/** A fact that a command made true. */
export interface NewEvent {
  /** `orders.released`: the feature's name, a dot, what happened. */
  readonly name: string
  readonly subjectId: string
  readonly payload: Record<string, unknown>
  /** Form of the payload; 1 unless said. */
  readonly version?: number
}

/**
 * Writes a fact in the command's own transaction. Call it last: from here to its end the transaction has the plant's
 * outbox to itself. Numbers of an identity column are given before the commit, so without the lock number 8 could
 * become visible before 7, a reader would move its cursor to 8, and 7 would never be seen.
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
