// Parts at size: `node bench/parts.ts postgres 1000000 200`: parts, and open orders that they belong to in part. A quarter
// of the open orders' parts is cut, of bars and plates of 60 profiles; the first open order has 10 000 parts. Every
// list is requested alone, computed each time; budget: p95 < 300 ms.
import { sql } from 'kysely'
import { fillOrders } from '../apps/server/src/modules/orders/orders.fixtures.ts'
import type { Database } from '../apps/server/src/platform/db/handles.ts'
import { readRows } from '../apps/server/src/platform/db/handles.ts'
import { machineLoad } from './support/cpu.ts'
import { openApp } from './support/app.ts'
import { runLoad } from './support/load.ts'

const [engine = 'postgres', count = '1000000', openCount = '200'] = process.argv.slice(2)
const [marksOfOrder, partsOfMark, piecesOfMark, partsOfLargest] = [20, 10, 4, 10_000]
const orders = Math.ceil(Number(count) / (marksOfOrder * partsOfMark))

async function fill(db: Database): Promise<void> {
  await db.tx(async (write) => {
    await fillOrders(write, 1, { orders, now: new Date() })
    // Foreign keys of a million rows are not what is measured.
    await sql`set local session_replication_role = replica`.execute(write)
    await sql`update orders set status = case when id <= ${Number(openCount)}::int then 'in_production' else 'closed' end`.execute(
      write,
    )
    await sql`
      insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, weight_source, updated_by_name)
      select 1, o.id, 'GL-' || n, '梁', 'beam', 'H', ${piecesOfMark}::int, 'file', 'x'
      from orders o, generate_series(1, case when o.id = 1 then ${partsOfLargest / partsOfMark}::int else ${marksOfOrder}::int end) n`.execute(
      write,
    )
    await sql`
      insert into pieces (plant_id, order_id, mark_id, serial)
      select 1, order_id, id, mark || '-' || n from marks, generate_series(1, ${piecesOfMark}::int) n`.execute(
      write,
    )
    await sql`
      insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, width_mm, net_kg, quantity_per_mark, is_main)
      select 1, m.id, 'p' || n, case when n % 2 = 0 then 'L' || 50 + 10 * ((m.id + n) % 15) || '*5'
        else 'PL' || 6 + 2 * ((m.id + n) % 15) || '*300' end, 'Q355B', 900 + (m.id * 7 + n * 131) % 5000, 300, 12, 2, n = 1
      from marks m, generate_series(1, ${partsOfMark}::int) n`.execute(write)
    await sql`
      insert into part_counts (plant_id, mark_id, part_mark, needed, cut, processed)
      select 1, p.mark_id, p.part_mark, ${2 * piecesOfMark}::int, 2, 2 from parts p join marks m on m.id = p.mark_id
      where m.order_id <= ${Number(openCount)}::int`.execute(write)
  })
  await db.tx((write) => sql`analyze`.execute(write))
}

const app = await openApp(engine, fill)
const lists = {
  'parts of an order, first page': '/api/orders/2/parts',
  'parts of an order, missing ones': '/api/orders/2/parts?state=missing',
  'parts of 10 000, first page': '/api/orders/1/parts',
  'parts of 10 000, page 40': '/api/orders/1/parts?page=40',
  'parts of 10 000, missing ones': '/api/orders/1/parts?state=missing',
  'parts of 10 000, part mark': '/api/orders/1/parts?q=p7',
  'demand of bars': '/api/part-demand?missing=true',
  'demand of bars, a profile': '/api/part-demand?missing=true&q=L80',
  'demand of plates': '/api/plate-demand?missing=true',
  'demand of plates, an order': '/api/plate-demand?missing=true&orderId=2',
}
try {
  const [size] = await readRows(
    app.db.reads,
    sql<{
      parts: number
      open: number
    }>`select (select count(*)::int from parts) as parts, (select count(*)::int from parts p
      join marks m on m.id = p.mark_id join orders o on o.id = m.order_id where o.status = 'in_production') as open`,
  )
  console.log(`${engine}, ${size?.parts} parts, ${size?.open} of open orders, ${machineLoad()}`)
  for (const [name, path] of Object.entries(lists)) {
    const figures = await runLoad({
      ...app,
      origin: app.forgetful,
      paths: [path],
      connections: 1,
      perSecond: 0,
      seconds: 5,
    })
    console.log(`  ${name}`.padEnd(42), JSON.stringify(figures))
  }
} finally {
  await app.close()
}
