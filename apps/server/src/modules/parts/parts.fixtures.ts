import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { OrderPart, partsApi } from '@cloud-factory/contract/parts/parts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { now } from '../orders/orders.fixtures.ts'
import { listOrderParts } from './parts.queries.ts'
import { reportParts } from './report-parts.ts'

/** A part for tests; by default without holes. */
interface NewPart {
  readonly part: string
  readonly profile?: string
  readonly perMark?: number
  readonly holes?: number | null
}

/** Replaces the parts that the list of an order names. */
export const setParts = (db: Database, orderId: string, parts: readonly NewPart[]) =>
  db.tx(async (write) => {
    await sql`delete from parts where mark_id in (select id from marks where order_id = ${orderId})`.execute(
      write,
    )
    await sql`
      insert into parts (plant_id, mark_id, part_mark, profile, grade, length_mm, net_kg, quantity_per_mark, holes, is_main)
      select 1, m.id, p.part, coalesce(p.profile, 'PL20*300'), 'Q355B', 400, 18.84, coalesce(p."perMark", 1), p.holes, false
      from marks m, jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as p (part text, profile text, "perMark" int, holes int)
      where m.order_id = ${orderId}`.execute(write)
  })

export async function partOf(db: Database, actor: Actor, orderId: string, part: string): Promise<OrderPart> {
  const { items } = await listOrderParts(db.reads, actor, orderId, { q: part })
  const [found] = items
  if (found === undefined) throw new Error(`no part ${part}`)
  return found
}

type Input = BodyOf<(typeof partsApi)['POST /api/orders/:id/part-reports']>

/** Reports one part; returns the id of the report. */
export async function reportPart(
  db: Database,
  actor: Actor,
  orderId: string,
  kind: Input['kind'],
  [partMark, quantity]: readonly [string, number],
  more: Partial<Input> = {},
): Promise<string> {
  const [row] = await readRows(
    db.reads,
    sql<{ id: number }>`select mark_id as id from parts join marks m on m.id = mark_id
      where m.order_id = ${orderId} and part_mark = ${partMark} order by mark_id desc limit 1`,
  )
  const items = [{ markId: String(row?.id ?? 0), partMark, quantity }]
  const [id] = await db.tx((write) => reportParts(write, actor, orderId, { kind, items, ...more }, now))
  return String(id)
}

/** Counters that differ from reports, built pieces and heats; empty when all agree. */
export async function partDisagreements(db: Database): Promise<string[]> {
  const rows = await readRows(
    db.reads,
    sql<{ what: string }>`
      with past as (
        select p.id, p.mark_id from pieces p join marks m on m.id = p.mark_id
          join route_steps s on s.route_id = m.route_id join processes c on c.id = s.process_id and c.code = 'FitUpComp'
        where p.steps_done > s.position and p.status not in ('scrapped', 'superseded')
      ), reported as (
        select mark_id, part_mark, coalesce(sum(quantity) filter (where kind = 'cut'), 0) as cut,
          coalesce(sum(quantity) filter (where kind = 'scrap'), 0) as scrapped
        from part_reports where undone_at is null group by mark_id, part_mark
      ), built as (
        select mark_id, part_mark, sum(quantity) as quantity, sum(uncut) as uncut, array_agg(piece_id order by piece_id) as pieces
        from built_parts group by mark_id, part_mark
      )
      select 'built ' || c.part_mark as what from part_counts c left join built b using (mark_id, part_mark)
        where c.built <> coalesce(b.quantity, 0) or c.assumed <> coalesce(b.uncut, 0)
      union all
      select 'pieces ' || c.part_mark from part_counts c left join built b using (mark_id, part_mark)
        where coalesce(b.pieces, '{}') <> array(select id from past where past.mark_id = c.mark_id order by id)
      union all
      select 'reports ' || c.part_mark from part_counts c left join reported r using (mark_id, part_mark)
        where c.cut + c.scrapped < coalesce(r.cut, 0) or c.scrapped < coalesce(r.scrapped, 0)
      union all
      select 'lots ' || l.part_mark from part_lots l where built <> (select coalesce(sum(u.parts), 0)
        from heat_uses u join pieces p on p.id = u.piece_id
        where p.mark_id = l.mark_id and u.part = l.part_mark and u.lot_id = l.lot_id and p.status not in ('scrapped', 'superseded'))
      union all
      select 'weight ' || id from material_lots l where used_kg <> (select coalesce(sum(kg), 0) from heat_uses where lot_id = l.id)`,
  )
  return rows.map(({ what }) => what)
}
