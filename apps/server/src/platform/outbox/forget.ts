import { sql } from 'kysely'
import type { Database, Write } from '../db/handles.ts'

const keptMilliseconds = 7 * 86_400_000
/** The embedded database has one connection: nobody waits long for it. */
const factsAtOnce = 5000

/** Deletes facts that are older than a week. The newest of each plant stays: its number is a cursor and never goes back. */
export async function forgetOldFacts({ tx }: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptMilliseconds)
  while ((await tx((write) => forgetSome(write, oldest))) > 0);
}

/** Looks at the first facts alone, since they are in the order of time: a look that finds nothing costs nothing. */
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
