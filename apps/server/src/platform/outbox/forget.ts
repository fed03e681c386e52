import { sql } from 'kysely'
import type { Database, Write } from '../db/handles.ts'

const keptMilliseconds = 7 * 86_400_000
/** Small batches, because the embedded database has one connection and must not block for long. */
const factsAtOnce = 5000

/**
 * Deletes events older than a week. The newest of each plant stays: its number is a cursor and must never decrease.
 */
export async function forgetOldFacts({ tx }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMilliseconds)
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
