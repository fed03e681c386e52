import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/** Numbers of the plant's rows that begin so. */
export async function numbersBeginning(
  write: Write,
  plantId: number,
  table: 'packages' | 'deliveries',
  prefix: string,
): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`select no from ${sql.table(table)} where plant_id = ${plantId}
    and no >= ${prefix} and no < ${`${prefix}\u{10ffff}`}`.execute(write)
  return rows.map(({ no }) => no)
}
