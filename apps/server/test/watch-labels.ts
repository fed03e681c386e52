import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../src/platform/db/handles.ts'

const fieldsOf = (name: string): string[] => {
  const file = join(import.meta.dirname, `../../../packages/dictionary/src/${name}.zh.json`)
  return Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { field: Record<string, string> }).field)
}

/**
 * From now on, a command cannot write an audit log row with a field that has no label on the log's page;
 * otherwise people would read `substrateC`. Column names count as the field that they store.
 */
export async function watchWords(db: Database): Promise<void> {
  const known = [...fieldsOf('audit'), ...fieldsOf('common')].map((name) =>
    name.replaceAll(/[A-Z]/g, (big) => `_${big.toLowerCase()}`),
  )
  await db.tx(async (write) => {
    await sql`
      create function needs_words() returns trigger language plpgsql as $$
      declare
        unknown text;
      begin
        select string_agg(name, ', ') into unknown from (
          select jsonb_object_keys(side) as name
          from (values (new.before), (new.after)) sides (side) where jsonb_typeof(side) = 'object'
        ) names
        where not lower(regexp_replace(name, '([A-Z])', '_\\1', 'g')) = any (${sql.lit(`{${known.join(',')}}`)}::text[]);
        if unknown is not null then
          raise exception 'the audit log has no words for % of %', unknown, new.action;
        end if;
        return new;
      end
      $$`.execute(write)
    await sql`create trigger needs_words before insert on audit_log for each row execute function needs_words()`.execute(
      write,
    )
  })
}
