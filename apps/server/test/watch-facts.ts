import { sql } from 'kysely'
import type { Database } from '../src/platform/db/handles.ts'

/** Tables whose rows the cached responses show; see decision 0026. */
const shown = ['orders', 'projects', 'order_days', 'plant_days', 'batches', 'plants'] as const

/**
 * From now on, a commit fails if a command changes what cached responses show without an event in the outbox. A
 * command is identified by its row in the audit log; rows that a test inserts directly are not checked.
 */
export async function watchFacts(db: Database): Promise<void> {
  await db.tx(async (write) => {
    await sql`
      create function needs_fact() returns trigger language plpgsql as $$
      declare
        own xid := pg_current_xact_id()::xid;
      begin
        if (select xmin from audit_log order by id desc limit 1) = own
          and (select xmin from outbox order by seq desc limit 1) is distinct from own then
          raise exception 'a verb changed % and recorded no fact', tg_table_name;
        end if;
        return null;
      end
      $$`.execute(write)
    for (const table of shown) {
      await sql`create constraint trigger needs_fact after insert or update or delete on ${sql.ref(table)}
        deferrable initially deferred for each row execute function needs_fact()`.execute(write)
    }
  })
}
