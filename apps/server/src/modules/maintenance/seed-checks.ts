import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { shippedChecks } from './shipped-checks.ts'

/** Creates the initial check items; a factory that has any item keeps its own. */
export async function seedChecks(write: Write, plantId: number): Promise<void> {
  const { rows } = await sql`select from check_items where plant_id = ${plantId} limit 1`.execute(write)
  if (rows.length > 0) return
  const items = [...shippedChecks].flatMap(([kind, words]) =>
    words.map(([zh, en, es], position) => ({ kind, position, names: { zh, en, es } })),
  )
  await sql`
    insert into check_items (plant_id, class, position, names, updated_by_name)
    select ${plantId}, kind, position, names, '系统'
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x (kind text, position int, names jsonb)`.execute(
    write,
  )
}
