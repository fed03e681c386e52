import { sql } from 'kysely'
import type { Write } from './handles.ts'

/**
 * Every purpose of a lock, with its number; a number is never used twice. Outbox and audit log share `record`, which the database's function
 * `record_changes` takes.
 */
export const lockNumbers = {
  migrate: 1,
  record: 2,
  views: 3,
  deliveryNo: 4,
  partitions: 5,
  telemetry: 6,
  leader: 7,
  purchases: 8,
  payroll: 9,
} as const

/**
 * Waits until no other transaction holds this purpose's lock (of this plant; `views`: of this person), then holds it
 * until the transaction ends. On the embedded database transactions are queued, so it never waits.
 */
export async function advisoryLock(
  write: Write,
  purpose: Exclude<keyof typeof lockNumbers, 'leader' | 'record'>,
  plantId = 0,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers[purpose]}::int, ${plantId}::int)`.execute(write)
}
