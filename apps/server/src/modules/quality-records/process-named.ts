import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** The process with a code; null when the plant has none, and then no gate waits for it. */
export async function processNamed(reads: Reads, plantId: number, code: string): Promise<number | null> {
  const [row] = await readRows(
    reads,
    sql<{ id: number }>`select id from processes where plant_id = ${plantId} and code = ${code}`,
  )
  return row?.id ?? null
}
