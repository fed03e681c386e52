import { sql } from 'kysely'
import { type Reads, readRows } from '../db/handles.ts'
import { prepare } from '../db/prepared-statements.ts'

/** A stored event. `seq` is the cursor: later events of the plant have a greater one. */
export interface OutboxEvent {
  readonly seq: number
  readonly name: string
  readonly subjectId: string
  /** Id of the order that the subject belongs to; null when there is none or it is unknown. */
  readonly orderId: string | null
  /** The browser tab that sent the command; null when unknown. */
  readonly tab: string | null
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
  return readRows(
    reads,
    sql<OutboxEvent>`${prepare}
      select seq, name, subject_id as "subjectId", payload ->> 'orderId' as "orderId", payload ->> 'tab' as tab
      from outbox where plant_id = ${plantId} and seq > ${cursor} order by seq limit ${sql.lit(limit)}`,
  )
}

/**
 * The newest cursor of a plant; 0 when there is no event yet. `olderThanSeconds` leaves out newer events, by the
 * database's clock; null: no limit.
 */
export async function latestCursor(
  reads: Reads,
  plantId: number,
  olderThanSeconds: number | null = null,
): Promise<number> {
  const [row] = await readRows(
    reads,
    sql<{ seq: number }>`
      select seq from outbox where plant_id = ${plantId}
        and (${olderThanSeconds}::int is null or at < now() - ${olderThanSeconds}::int * interval '1 second')
      order by seq desc limit 1`,
  )
  return row?.seq ?? 0
}

/** The outbox as the feed of changes reads it. */
export const outboxOf = (reads: Reads) => ({
  after: (plantId: number, cursor: number, limit: number) => eventsAfter(reads, plantId, cursor, limit),
  newest: (plantId: number, olderThanSeconds: number | null) =>
    latestCursor(reads, plantId, olderThanSeconds),
})
