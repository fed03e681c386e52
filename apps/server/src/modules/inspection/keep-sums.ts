import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/**
 * Stores the sums that statistics need of judged inspections: readings by item, crew and machine. A new verdict replaces them;
 * inspections without a verdict are skipped.
 */
export async function keepSums(
  write: Write,
  plantId: number,
  inspectionIds: readonly number[],
): Promise<void> {
  const ids = [...inspectionIds]
  await sql`delete from reading_sums where plant_id = ${plantId} and inspection_id = any(${ids}::bigint[])`.execute(
    write,
  )
  await sql`
    insert into reading_sums (inspection_id, item_id, crew_id, machine_id, plant_id, standard_item_id, label, readings, outside)
    select r.inspection_id, r.item_id, coalesce(ip.crew_id, 0), coalesce(ip.machine_id, 0), r.plant_id, x.item_id,
      case when x.item_id is null then x.names ->> 'zh' end, count(*), count(*) filter (where not r.inside)
    from readings r join inspection_items x on x.id = r.item_id
      join inspection_pieces ip on ip.inspection_id = r.inspection_id and ip.piece_id = r.piece_id
    where r.plant_id = ${plantId} and r.inspection_id = any(${ids}::bigint[])
    group by 1, 2, 3, 4, 5, 6, 7`.execute(write)
}
