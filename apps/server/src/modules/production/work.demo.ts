import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { demoForeman, demoPlanner, demoActor, refreshOrderTotals } from '../orders/public.ts'
import type { MachinesPort } from './work-ports.ts'
import { pieceStatusAfter } from './production.rules.ts'
import { routesOf, giveDefaultRoutes } from './production.store.ts'
import { recomputeDays, ensureWeights } from './recalculate-orders.ts'

/** Crew of each process in the demo factory; delivery has none. */
const crews: Readonly<Record<string, string>> = {
  CutComp: 'W1-1',
  MachinedBeforeWeld: 'W1-2',
  Drilled: 'W1-2',
  FitUpH: 'W1-3',
  WeldH: 'W1-4',
  Straightened: 'W1-4',
  FitUpComp: 'W2-1',
  WeldComp: 'W2-3',
  Ground: 'W2-5',
  DimInspected: 'W3-1',
  WeldNDTComp: 'W3-1',
  SandBlasted: 'W3-2',
  PaintComp: 'W3-3',
  SignedOff: 'W3-1',
}

/**
 * The released orders with the days on which they were worked on, without Sundays. Work goes on until today, as far as its shift has passed, even if
 * today is a Sunday.
 */
const workedOrders = (plantId: number, now: Date) => sql`
    select o.id, o.project_id, o.status, n.today, n.passed, n.last, n.time_zone, array(select day::date
        from generate_series(greatest(n.released, n.last - 50), n.last, interval '1 day') day
        where extract(isodow from day) < 7 or day::date in (n.today, n.released)) as days
    from (select *, (row_number() over (partition by status order by created_at desc) - 1)::int as place
      from orders where plant_id = ${plantId}) o
    cross join lateral (select l.*, least(latest, case o.status when 'in_production' then today when 'completed' then today - o.place * 2
        when 'shipped' then today - 1 - o.place * 5 when 'on_hold' then today - 4 - o.place * 3 else released + 55 end) as last
      from (select local::date as today, least(1, extract(epoch from local::time - time '08:30') / 28800) as passed, time_zone,
          local::date - (local::time < time '09:30')::int as latest, (o.released_at at time zone time_zone)::date as released
        from (select time_zone, ${now}::timestamptz at time zone time_zone as local from plants where id = ${plantId}) p) l) n
    where o.released_at is not null`

/**
 * How far each piece is: `lead` is 1 when its work is done, and goes on for the first pieces of an order, which are ahead of the last. `work`: steps of
 * its route that are work.
 */
const leads = (released: readonly Released[]) => sql`
    select p.id, p.place, d.pace * 1.5 - p.place * 0.8 as lead, r.work, r.steps
    from jsonb_to_recordset(${JSON.stringify(released)}::jsonb) as d (id bigint, pace numeric)
      join (select id, order_id, mark_id,
          (row_number() over (partition by order_id order by id) - 0.5) / count(*) over (partition by order_id) as place
        from pieces) p on p.order_id = d.id
      join marks m on m.id = p.mark_id
      join (select s.route_id, count(*) as steps, count(*) filter (where kind = 'work') as work
        from route_steps s join processes on processes.id = s.process_id group by 1) r on r.route_id = m.route_id`

/**
 * When a step was done: its day, and the part of that day, at a share of the order's working time. The pieces of orders in production follow each other
 * at one pace until now, so that output is steady, today as well; those of other orders are made one after the other.
 */
const dayOfStep = sql`
    cross join lateral (select case when o.status in ('in_production', 'on_hold') then 1 - 0.65 * (lead - case
          when (s.position + 1)::numeric / l.work <= lead then (s.position + 1)::numeric / l.work
          else (lead + least(lead, s.position::numeric / l.work)) / 2 end)
        else (p.id - f.first)::numeric / f.span * 0.55
          + power((s.position + 1)::float8 / (p.steps_done + (p.step_part > 0)::int), 0.25)::numeric * 0.45 end as share) placed
    cross join lateral (select share * (cardinality(days) - case when last = today then 1 - passed else 0 end) as worked_days) at_work
    cross join lateral (select least(floor(worked_days)::int, cardinality(days) - 1) as full_days) whole
    cross join lateral (select days[full_days + 1] as day, worked_days - full_days as part_of_day) d`

/**
 * One report for every completed step of a piece, and one for a partly completed step. Work on an order takes about seven weeks, without Sundays,
 * three quarters of it by day. It goes on until now while the order is in production; it ended days or weeks ago when the order was completed or
 * shipped, and long ago when it is closed. Pieces of a mark use the same machine for a process.
 */
async function insertDemoReports(
  write: Write,
  { plantId, now, known }: DemoContext,
  machinesPort: MachinesPort,
  released: readonly Released[],
): Promise<void> {
  const ids = Object.entries(crews).map(([process, crew]) => ({ process, crew }))
  const machines = Map.groupBy(
    await machinesPort.working(asReads(write), plantId),
    ({ processId }) => processId,
  )
  const byProcess = [...machines].map(([process, of]) => ({ process, machines: of.map(({ id }) => id) }))
  await sql`
    insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes,
      crew_id, workshop_id, worker, machine_id, hours, source, done_at, day, shift_id, created_at, created_by, created_by_name)
    with worked as materialized (${workedOrders(plantId, now)}), l as materialized (${leads(released)})
    select ${plantId}, t.project_id, t.order_id, t.mark_id, t.piece_id, t.process_id, t.position, t.part, t.kg, t.part = 1,
      t.crew_id, t.workshop_id, case when t.crew_id is not null then (array['张伟', '李强', '王磊', '赵军', '孙涛'])[1 + t.piece_id % 5] end,
      t.machines[1 + t.mark_id % cardinality(t.machines)],
      case when t.kind = 'work' then greatest(0.1, round(t.kg * 0.003, 2)) end, t.source, at.done_at, t.day,
      case when t.night then shifts.night else shifts.day end, at.done_at,
      case when t.kind = 'work' then ${known.get('user:foreman') ?? null}::bigint else ${known.get('user:planner') ?? null}::bigint end,
      case when t.kind = 'work' then ${demoForeman} else ${demoPlanner} end
    from (
      select o.project_id, p.order_id, p.mark_id, p.id as piece_id, s.process_id, s.position, c.kind, crew.id as crew_id,
        crew.workshop_id, k.machines, o.time_zone,
        case when s.position < p.steps_done then 1 else p.step_part end as part,
        case when s.position < p.steps_done then p.net_kg else round(p.net_kg * p.step_part, 3) end as kg,
        case c.kind when 'pack' then 'package' when 'ship' then 'delivery' when 'receive' then 'receipt'
          else (array['scan', 'scan', 'list'])[1 + p.id % 3] end as source,
        d.day, d.part_of_day, c.kind = 'work' and p.id % 4 = 0 and d.day < o.today as night
      from pieces p join worked o on o.id = p.order_id join l on l.id = p.id join marks m on m.id = p.mark_id
        join route_steps s on s.route_id = m.route_id
          and (s.position < p.steps_done or (s.position = p.steps_done and p.step_part > 0))
        join processes c on c.id = s.process_id
        join (select order_id, min(id) as first, greatest(1, max(id) - min(id)) as span from pieces where steps_done > 0
            group by 1) f
          on f.order_id = p.order_id
        left join jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as w (process text, crew text) on w.process = c.code
        left join crews crew on crew.plant_id = p.plant_id and crew.code = w.crew
        left join jsonb_to_recordset(${JSON.stringify(byProcess)}::jsonb) as k (process bigint, machines bigint[])
          on k.process = c.id
        ${dayOfStep}
      where p.plant_id = ${plantId}
    ) t
    cross join (select min(id) filter (where starts_at < ends_at) as day, min(id) filter (where starts_at >= ends_at) as night
      from shifts where plant_id = ${plantId}) shifts
    cross join lateral (select (t.day + case when t.night then time '20:30' + t.part_of_day * interval '3 hours'
      else time '08:30' + t.part_of_day * interval '8 hours' end) at time zone t.time_zone as done_at) at
    order by at.done_at, t.piece_id, t.position`.execute(write)
}

/** Working days on which anything was reported. */
async function daysWorked(write: Write, plantId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from work_reports where plant_id = ${plantId}`.execute(write)
  return rows.map(({ day }) => day)
}

/**
 * Work of the demo factory so far: released orders, pieces on their routes with their reports. The code for real work calculates the
 * totals, so all figures agree with the reports to the kilogram.
 */
export async function workDemo(write: Write, context: DemoContext, machines: MachinesPort): Promise<void> {
  const { plantId, now } = context
  const { rows: projects } = await sql<{ id: number }>`
    select id from projects where plant_id = ${plantId} order by id`.execute(write)
  for (const { id } of projects) await ensureWeights(write, plantId, id)
  const released = await releaseOrders(write, context)
  for (const { id } of released) await giveDefaultRoutes(write, plantId, id)
  await movePieces(write, plantId, released)
  // Without these statistics PostgreSQL takes each table for empty, and reads it once per row of another.
  await sql`analyze orders, marks, pieces, routes, route_steps`.execute(write)
  await insertDemoReports(write, context, machines, released)
  await sql`analyze work_reports`.execute(write)
  const planner = demoActor(context)
  const { rows: orders } = await sql<{ id: number }>`
    select id from orders where plant_id = ${plantId} order by id`.execute(write)
  for (const { id } of orders) await refreshOrderTotals(write, planner, id)
  await recomputeDays(
    write,
    plantId,
    released.map(({ id }) => id),
    await daysWorked(write, plantId),
  )
  await sql`delete from order_days where plant_id = ${plantId} and weighted_kg = 0`.execute(write)
  await dateOrders(write, plantId, now)
}

interface Released {
  readonly id: number
  /** Progress of an order in production, from 0 to 1. */
  readonly pace: number
}

async function releaseOrders(write: Write, context: DemoContext): Promise<Released[]> {
  const { plantId, now } = context
  const { rows } = await sql<{ id: number }>`
    update orders set released_at = least(created_at + interval '5 days', ${now}::timestamptz - interval '1 day'),
      held_from = case when status = 'on_hold' then 'in_production' end
    where plant_id = ${plantId} and status not in ('draft', 'confirmed', 'cancelled') returning id`.execute(
    write,
  )
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  return ids.map((id) => ({ id, pace: Math.round((0.35 + context.random() * 0.6) * 1000) / 1000 }))
}

/**
 * Sets pieces to the progress of their order: the first pieces are ahead of the last, and a few are in the middle of a step. Of the shipped orders
 * only the newest has pieces in transit.
 */
async function movePieces(write: Write, plantId: number, released: readonly Released[]): Promise<void> {
  await sql`
    update pieces set steps_done = t.steps_done, status = 'issued',
      step_part = case when o.status in ('in_production', 'on_hold') and pieces.id % 13 = 0 and t.steps_done < t.work
        and t.steps_done > 0 then 0.4 else 0 end
    from (
      select placed.id, placed.order_id, work, case status
        when 'in_production' then reached when 'on_hold' then least(reached, work)
        when 'completed' then work + (place < 0.7)::int
        when 'shipped' then steps - (is_newest and place >= 0.6)::int when 'closed' then steps else 0 end as steps_done
      from (
        select p.id, p.order_id, o.status, l.work, l.steps, l.place, o.is_newest,
          case when lead >= 1 and place < 0.12 then l.work + 1 else floor(least(1, greatest(0, lead)) * l.work) end as reached
        from (${leads(released)}) l join pieces p on p.id = l.id
          join (select id, status, row_number() over (partition by status order by created_at desc) = 1 as is_newest
            from orders where plant_id = ${plantId}) o on o.id = p.order_id
      ) placed
    ) t join orders o on o.id = t.order_id
    where pieces.id = t.id`.execute(write)
  await sql`
    update pieces set status = s.status, next_process_id = s.next
    from jsonb_to_recordset(${JSON.stringify(await pieceStatuses(write, plantId))}::jsonb)
      as s (route bigint, "stepsDone" int, begun boolean, status text, next bigint), marks m, orders o
    where m.id = pieces.mark_id and o.id = pieces.order_id and o.released_at is not null and s.route = m.route_id
      and s."stepsDone" = pieces.steps_done and s.begun = (pieces.step_part > 0)`.execute(write)
}

/** Status and next process for every position on every route, by the rule for real pieces. */
async function pieceStatuses(write: Write, plantId: number) {
  const { rows } = await sql<{ id: number }>`select id from routes where plant_id = ${plantId}`.execute(write)
  const routes = await routesOf(
    asReads(write),
    rows.map(({ id }) => id),
  )
  return [...routes].flatMap(([route, steps]) =>
    [...steps, null].flatMap((next, stepsDone) =>
      [0, 0.4].map((part) => ({
        route,
        stepsDone,
        begun: part > 0,
        status: pieceStatusAfter(steps, stepsDone, part, true),
        next: next?.processId ?? null,
      })),
    ),
  )
}

/** When work began and ended, who changed the order last, and contract weights slightly above those of the drawings. */
async function dateOrders(write: Write, plantId: number, now: Date): Promise<void> {
  await sql`
    update orders set started_at = r.first, updated_at = coalesce(r.last, orders.created_at),
      completed_at = case when orders.status in ('completed', 'shipped', 'closed') then r.last end,
      contract_tonnes = round(orders.weight_kg / 1000 * 1.02, 1)
    from orders o left join (select order_id, min(done_at) as first, least(max(done_at), ${now}) as last
      from work_reports group by order_id) r on r.order_id = o.id
    where o.id = orders.id and orders.plant_id = ${plantId}`.execute(write)
}

/** The holds of held orders, and those in the order in production that is due after the late one: a mark and a few pieces. */
export async function demoHolds(write: Write, { plantId, now }: DemoContext): Promise<void> {
  await sql`
    with second as (select id from orders where plant_id = ${plantId} and status = 'in_production'
      order by due_on, id limit 1 offset 1)
    insert into holds (plant_id, order_id, mark_id, piece_id, reason, held_at, held_by_name)
    select ${plantId}, order_id, mark_id, piece_id, reason, ${now}::timestamptz - interval '30 hours', ${demoPlanner}
    from (
      select id as order_id, null::bigint as mark_id, null::bigint as piece_id, '等业主确认设计变更' as reason from orders
      where plant_id = ${plantId} and status = 'on_hold'
      union all
      select id, (select max(m.id) from marks m where m.order_id = second.id), null, '图纸版本待确认' from second
      union all
      (select p.order_id, null, p.id, '端部划伤，等处理意见' from pieces p join second on second.id = p.order_id
        where p.status = 'in_process' and p.id % 7 = 0 order by p.id limit 3)
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
