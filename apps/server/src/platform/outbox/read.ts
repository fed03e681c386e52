import type { Reads } from '../db/handles.ts'

/** A fact as it was written. `seq` is the cursor: later facts of the plant have a greater one. */
export interface OutboxEvent {
  readonly seq: number
  readonly name: string
  readonly version: number
  readonly subjectId: string
  readonly payload: Record<string, unknown>
  readonly at: Date
}

/** Facts of a plant after a cursor, oldest first, at most `limit`; none when there is nothing new. Cursor 0: from the start. */
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

/** The newest cursor of a plant; 0 when nothing has happened yet. */
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
