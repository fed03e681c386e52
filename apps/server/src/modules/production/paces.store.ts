import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

/**
 * Recalculates the daily sums of locked orders and then those of the plant. The plant's rows are locked first and summed by a later statement, so it
 * sees what others committed while this one waited. Call it late in a transaction.
 */
export async function recomputeDays(
  write: Write,
  plantId: number,
  orderIds: readonly number[],
  given: readonly string[],
): Promise<void> {
  const days = [...new Set(given)].sort()
  if (days.length === 0 || orderIds.length === 0) return
  await sql`
    with done as (
      select r.order_id, r.day, m.route_id, r.process_id, sum(r.kg) as kg
      from work_reports r join marks m on m.id = r.mark_id
      where r.order_id = any(${orderIds}::bigint[]) and r.day = any(${days}::date[]) and r.undone_at is null and not r.void
      group by 1, 2, 3, 4
    ),
    shares as (
      select d.order_id, d.route_id, s.process_id, case when sum(coalesce(w.weight, 0)) over route > 0
        then coalesce(w.weight, 0) / sum(coalesce(w.weight, 0)) over route else 1.0 / count(*) over route end as share
      from (select distinct order_id, route_id from done) d join orders o on o.id = d.order_id
        join route_steps s on s.route_id = d.route_id
        left join project_weights w on w.project_id = o.project_id and w.process_id = s.process_id
      window route as (partition by d.order_id, d.route_id)
    )
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select o.id, d.day, ${plantId}, coalesce(sum(done.kg * shares.share), 0)
    from orders o cross join unnest(${days}::date[]) d (day)
      left join done on done.order_id = o.id and done.day = d.day
      left join shares on shares.order_id = o.id and shares.route_id = done.route_id
        and shares.process_id = done.process_id
    where o.plant_id = ${plantId} and o.id = any(${orderIds}::bigint[])
    group by o.id, d.day order by o.id, d.day
    on conflict (order_id, day) do update set weighted_kg = excluded.weighted_kg`.execute(write)
  await recomputePlantDays(write, plantId, days)
}

/** Days on which locked orders have any work. */
export async function daysOf(write: Write, orderIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from order_days where order_id = any(${orderIds}::bigint[])`.execute(write)
  return rows.map(({ day }) => day)
}

async function recomputePlantDays(write: Write, plantId: number, days: readonly string[]): Promise<void> {
  await sql`insert into plant_days (plant_id, day) select ${plantId}, d from unnest(${days}::date[]) d order by d
    on conflict do nothing`.execute(write)
  await sql`select from plant_days where plant_id = ${plantId} and day = any(${days}::date[])
    order by day for no key update`.execute(write)
  await sql`
    update plant_days set weighted_kg = s.weighted_kg, orders = s.orders
    from (select day, sum(weighted_kg) as weighted_kg, count(*) filter (where weighted_kg > 0)::int as orders
      from order_days where plant_id = ${plantId} and day = any(${days}::date[]) group by day) s
    where plant_days.plant_id = ${plantId} and plant_days.day = s.day`.execute(write)
}
