import { type RawBuilder, sql } from 'kysely'
import { type Database, readRows } from '../../platform/db/handles.ts'

/** Rows that only one of two selects has, as text. */
const differing = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`string_agg(d::text, ', ')
  from (((${one}) except (${other})) union all ((${other}) except (${one}))) d having count(*) > 0`

const countedPieces = sql`select p.order_id, m.route_id, p.status, p.steps_done::int, p.holds > 0 as held, count(*)::int as pieces,
  sum(p.net_kg) as kg, count(*) filter (where step_part > 0)::int as begun, sum(round(p.net_kg * p.step_part, 3)) as part_kg
  from pieces p join marks m on m.id = p.mark_id group by 1, 2, 3, 4, 5`

/** New weights of a project leave its closed and cancelled orders as they were. */
const followsWeights = sql`o.released_at is not null and o.status not in ('closed', 'cancelled')`

/** What the reports of each day of each order come to, calculated from the reports. */
const workedDays = sql`
  with shares as (
    select o.id as order_id, s.route_id, s.process_id,
      case when sum(coalesce(w.weight, 0)) over route > 0
        then coalesce(w.weight, 0) / sum(coalesce(w.weight, 0)) over route else 1.0 / count(*) over route end as share
    from orders o cross join route_steps s
      left join project_weights w on w.project_id = o.project_id and w.process_id = s.process_id
    where ${followsWeights} and exists (select from marks where order_id = o.id and route_id = s.route_id)
    window route as (partition by o.id, s.route_id)
  )
  select r.order_id, r.day, sum(r.kg * share) as weighted_kg from work_reports r join marks m on m.id = r.mark_id
    join shares s on s.order_id = r.order_id and s.route_id = m.route_id and s.process_id = r.process_id
  where r.undone_at is null and not r.void group by 1, 2 having sum(r.kg * share) > 0`

/** Orders whose outermost pieces weigh something else with what is in them, and pieces in others that do not count. */
const ofAssemblies = sql`
  select 'whole ' || o.no from orders o where weight_kg <> (select coalesce(sum(p.net_kg + inside.kg), 0) from pieces p
    cross join lateral (select coalesce(sum(q.net_kg), 0) as kg from built_pieces b join pieces q on q.id = b.piece_id
      where b.root_id = p.id) inside
    where p.order_id = o.id and p.status not in ('scrapped', 'superseded')
      and not exists (select from built_pieces b where b.piece_id = p.id))
  union all
  select 'contents ' || p.serial from built_pieces b join pieces p on p.id = b.piece_id join pieces o on o.id = b.outer_id
    where p.status in ('scrapped', 'superseded') or o.status in ('scrapped', 'superseded')
      or exists (select from built_pieces r where r.piece_id = b.root_id)`

/**
 * Errors in the counters of the plant: orders whose counts by process differ from the sums of reports or from their pieces, and days that differ from
 * both. Empty when all agree.
 */
export async function disagreements(db: Database): Promise<string[]> {
  const rows = await readRows(
    db.reads,
    sql<{ what: string }>`
      with counted as (
        select o.id, o.no, (c ->> 'process')::bigint as process_id, (c ->> 'doneKg')::numeric as done_kg,
          (c ->> 'donePieces')::int as done_pieces
        from orders o cross join jsonb_array_elements(o.by_process) c
      ), reported as (
        select order_id as id, process_id, sum(kg) as kg, count(*) filter (where finishes) as pieces from work_reports
        where undone_at is null and not void group by 1, 2
      )
      select 'by process ' || coalesce(c.no, r.id::text) || ': ' || coalesce(c.done_kg, 0) || ' <> ' || coalesce(r.kg, 0) as what
      from counted c full join reported r on r.id = c.id and r.process_id = c.process_id
      where coalesce(c.done_kg, 0) <> coalesce(r.kg, 0) or coalesce(c.done_pieces, 0) <> coalesce(r.pieces, 0)
      union all
      select 'progress ' || o.no || ': ' || o.progress || ' of ' || o.weight_kg || ' <> ' || d.kg from orders o
        join (select order_id, sum(weighted_kg) as kg from order_days group by order_id) d on d.order_id = o.id
        where abs(o.progress * o.weight_kg - d.kg) > 0.001 + o.weight_kg * 0.000001
      union all
      select 'plant ' || p.day from plant_days p
        join (select day, sum(weighted_kg) as kg, count(*) filter (where weighted_kg > 0) as orders from order_days group by day) d
          on d.day = p.day where p.weighted_kg <> d.kg or p.orders <> d.orders
      union all
      select 'counts ' || ${differing(
        countedPieces,
        sql`select order_id, route_id, status, steps_done::int, held, pieces, kg,
        begun, part_kg from piece_counts where pieces > 0`,
      )}
      union all
      select 'day ' || ${differing(
        workedDays,
        sql`select d.order_id, d.day, d.weighted_kg from order_days d join orders o on o.id = d.order_id
          where d.weighted_kg > 0 and ${followsWeights}`,
      )}
      union all
      select 'states ' || o.no from orders o where pieces_by_status <> (select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, count(*) as n from pieces where order_id = o.id group by status) s)
      union all
      select 'weight ' || o.no from orders o where weight_kg <> (select coalesce(sum(net_kg), 0) from pieces
        where order_id = o.id and status not in ('scrapped', 'superseded'))
      union all
      ${ofAssemblies}
      union all
      select 'held ' || o.no from orders o where held_pieces <> (select count(*) from pieces
        where order_id = o.id and holds > 0 and status not in ('scrapped', 'superseded'))
      union all
      select 'holds ' || p.serial from pieces p where holds <> (select count(*) from holds h
        where h.released_at is null and (h.piece_id = p.id or h.mark_id = p.mark_id))
      union all
      select 'next ' || p.serial from pieces p join marks m on m.id = p.mark_id
        left join route_steps s on s.route_id = m.route_id and s.position = p.steps_done join orders o on o.id = p.order_id
        where o.released_at is not null and p.status not in ('scrapped', 'superseded')
          and p.next_process_id is distinct from s.process_id`,
  )
  return rows.map(({ what }) => what)
}
