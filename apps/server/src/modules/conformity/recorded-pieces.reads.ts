import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** Pieces of an order with any quality record: inspection, weld, coat, report or assigned heat, whatever its result. */
export async function recordedPieces(reads: Reads, plantId: number, orderId: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select p.piece_id as id from inspections i join inspection_pieces p on p.inspection_id = i.id
        where i.plant_id = ${plantId} and i.order_id = ${orderId}
      union select piece_id from welds where plant_id = ${plantId} and order_id = ${orderId}
      union select p.piece_id from coats c join coat_pieces p on p.coat_id = c.id
        where c.plant_id = ${plantId} and c.order_id = ${orderId}
      union select piece_id from heat_uses where plant_id = ${plantId} and order_id = ${orderId}
      union select piece_id from ncr_pieces where plant_id = ${plantId} and order_id = ${orderId}`,
  )
  return rows.map(({ id }) => id)
}
