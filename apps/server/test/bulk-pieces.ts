import { sql } from 'kysely'
import { bulkRows } from './bulk-rows.ts'
import { madePieces } from './made-pieces.ts'
import type { Database } from '../src/platform/db/handles.ts'

/** The released order of `madePieces` and copies of it, without routes or work. For query plans of large lists. */
export async function bulkPieces(db: Database, { orders, pieces }: { orders: number; pieces: number }) {
  const made = await madePieces(db)
  await bulkRows(db, async (write) => {
    await sql`
      insert into orders (plant_id, project_id, no, name, status, search, updated_by_name)
      select plant_id, project_id, 'B-' || lpad(n::text, 6, '0'), name, 'released', 'b-' || n, 'x'
      from orders, generate_series(1, ${orders}::int) n where id = ${made.orderId}`.execute(write)
    await sql`
      insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, updated_by_name)
      select plant_id, id, 'GL-1', '梁', 'beam', 'HN400*200*8*13', ${pieces}, 100, 'file', 'x' from orders
      where id <> ${made.orderId}`.execute(write)
    await sql`
      insert into pieces (plant_id, order_id, mark_id, serial, net_kg)
      select plant_id, order_id, id, 'GL-1-' || lpad(n::text, 3, '0'), 100 from marks, generate_series(1, ${pieces}::int) n
      where order_id <> ${made.orderId}`.execute(write)
    await sql`analyze orders, marks, pieces`.execute(write)
  })
  return made
}
