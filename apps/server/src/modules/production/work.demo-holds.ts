import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Write } from '../../platform/db/handles.ts'
import { demoPlanner } from '../orders/public.ts'

/** Two lots of every released order, by the order of its marks. */
export async function demoBatches(write: Write, plantId: number): Promise<void> {
  await sql`
    insert into batches (plant_id, order_id, workshop_id, no, name, issued_on, planned_start, planned_end,
      required_on_site, updated_by_name)
    select ${plantId}, o.id, (select min(id) from workshops where plant_id = ${plantId}), 'L' || n, n || '批',
      o.released_at::date, o.released_at::date + (n - 1) * 14 + 1, o.due_on - 20 + (n - 1) * 10,
      o.due_on - 10 + (n - 1) * 10, ${demoPlanner}
    from orders o cross join generate_series(1, 2) n
    where o.plant_id = ${plantId} and o.released_at is not null and o.due_on - 40 > o.released_at::date + 14`.execute(
    write,
  )
  await sql`
    update pieces set batch_id = b.id
    from (select id, order_id, ntile(2) over (partition by order_id order by id) as half from marks
      where plant_id = ${plantId}) m
      join batches b on b.order_id = m.order_id and b.no = 'L' || m.half
    where pieces.mark_id = m.id`.execute(write)
}

/** The held orders' own holds, one mark and a few pieces of orders in production. */
export async function demoHolds(write: Write, { plantId, now }: DemoContext): Promise<void> {
  await sql`
    insert into holds (plant_id, order_id, mark_id, piece_id, reason, held_at, held_by_name)
    select ${plantId}, order_id, mark_id, piece_id, reason, ${now}::timestamptz - interval '30 hours', ${demoPlanner}
    from (
      select id as order_id, null::bigint as mark_id, null::bigint as piece_id, '等业主确认设计变更' as reason from orders
      where plant_id = ${plantId} and status = 'on_hold'
      union all
      (select o.id, (select max(m.id) from marks m where m.order_id = o.id), null, '图纸版本待确认' from orders o
        where plant_id = ${plantId} and status = 'in_production' order by o.no limit 2)
      union all
      (select p.order_id, null, p.id, '端部划伤，等处理意见' from pieces p join orders o on o.id = p.order_id
        where p.plant_id = ${plantId} and o.status = 'in_production' and p.status = 'in_process' and p.id % 83 = 0
        order by p.id limit 6)
    ) h`.execute(write)
  await sql`update orders set status_reason = '等业主确认设计变更'
    where plant_id = ${plantId} and status = 'on_hold'`.execute(write)
  await sql`update marks set holds = 1 where id in (select mark_id from holds where plant_id = ${plantId})`.execute(
    write,
  )
  await sql`
    update pieces set holds = (select count(*) from holds h where h.mark_id = pieces.mark_id or h.piece_id = pieces.id)
    where plant_id = ${plantId} and (mark_id in (select mark_id from holds) or id in (select piece_id from holds))`.execute(
    write,
  )
}
