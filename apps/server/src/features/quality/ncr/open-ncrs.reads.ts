import { openNcrStatuses } from '@cloud-factory/contract/ncr-words'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** Non-conformances that are open, and those of them whose day is over. */
export async function openNcrs(
  reads: Reads,
  plantId: number,
  day: string,
): Promise<{ ncrsOpen: number; ncrsOverdue: number }> {
  const [row] = await readRows(
    reads,
    sql<{ ncrsOpen: number; ncrsOverdue: number }>`
      select count(*)::int as "ncrsOpen", (count(*) filter (where due_on < ${day}::date))::int as "ncrsOverdue"
      from ncrs where plant_id = ${plantId} and status = any(${[...openNcrStatuses]}::text[])`,
  )
  return row ?? { ncrsOpen: 0, ncrsOverdue: 0 }
}
