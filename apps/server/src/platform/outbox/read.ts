import type { Reads } from '../db/handles.ts'

/** A stored event. `seq` is the cursor: later events of the plant have a greater one. */
export interface OutboxEvent {
  readonly seq: number
  readonly name: string
  readonly version: number
  readonly subjectId: string
  readonly payload: Record<string, unknown>
  readonly at: Date
}

/**
 * Events of a plant after a cursor, oldest first, at most `limit`; empty when there is nothing new. Cursor 0: from
 * the start.
 */
export async function eventsAfter(
  reads: Reads,
  plantId: number,
  cursor: number,
  limit: number,
): Promise<OutboxEvent[]> {
  return reads
    .selectFrom('outbox')
    .select(['seq', 'name', 'version', 'subject_id as subjectId', 'payload', 'at'])
    .where('plant_id', '=', plantId)
    .where('seq', '>', cursor)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The newest cursor of a plant; 0 when there is no event yet. */
export async function latestCursor(reads: Reads, plantId: number): Promise<number> {
  const row = await reads
    .selectFrom('outbox')
    .select('seq')
    .where('plant_id', '=', plantId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}
