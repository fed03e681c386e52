import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { demoForeman, demoPlanner } from '../orders/public.ts'
import type { MachinesPort } from './machines.port.ts'

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
  BaseData: 'W2-5',
  DimInspected: 'W3-1',
  WeldNDTComp: 'W3-1',
  SandBlasted: 'W3-2',
  PaintComp: 'W3-3',
  SignedOff: 'W3-1',
}

/**
 * One report for every completed step of a piece, and one for a partly completed step. Work on an order takes about seven weeks, without Sundays,
 * three quarters of it by day. It ends yesterday while the order is in production, days or weeks ago when it was completed or shipped, and long ago
 * when it is closed. Pieces of a mark use the same machine for a process.
 */
export async function insertDemoReports(
  write: Write,
  { plantId, now, known }: DemoContext,
  machinesPort: MachinesPort,
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
    select ${plantId}, t.project_id, t.order_id, t.mark_id, t.piece_id, t.process_id, t.position, t.part, t.kg, t.part = 1,
      t.crew_id, t.workshop_id, case when t.crew_id is not null then (array['张伟', '李强', '王磊', '赵军', '孙涛'])[1 + t.piece_id % 5] end,
      t.machines[1 + t.mark_id % cardinality(t.machines)],
      case when t.kind = 'work' then greatest(0.1, round(t.kg * 0.003, 2)) end, t.source, at.done_at, t.day,
      case when t.night then shifts.night else shifts.day end, at.done_at,
      case when t.kind = 'work' then ${known.get('user:foreman') ?? null}::bigint else ${known.get('user:planner') ?? null}::bigint end,
      case when t.kind = 'work' then ${demoForeman} else ${demoPlanner} end
    from (
      select o.project_id, p.order_id, p.mark_id, p.id as piece_id, s.process_id, s.position, c.kind, crew.id as crew_id,
        crew.workshop_id, k.machines, z.time_zone,
        case when s.position < p.steps_done then 1 else p.step_part end as part,
        case when s.position < p.steps_done then p.net_kg else round(p.net_kg * p.step_part, 3) end as kg,
        case c.kind when 'pack' then 'package' when 'ship' then 'delivery' when 'receive' then 'receipt'
          else (array['scan', 'scan', 'list'])[1 + p.id % 3] end as source,
        d.day - (extract(isodow from d.day) = 7)::int as day, c.kind = 'work' and p.id % 4 = 0 as night
      from pieces p join (select *, (row_number() over (partition by status order by created_at desc) - 1)::int as place
          from orders where plant_id = ${plantId}) o on o.id = p.order_id join marks m on m.id = p.mark_id join plants z on z.id = p.plant_id
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
        cross join lateral (select (o.released_at at time zone z.time_zone)::date as first,
          least(today - 1, case o.status when 'in_production' then today - 1 when 'completed' then today - 1 - o.place * 2
            when 'shipped' then today - 2 - o.place * 5 when 'on_hold' then today - 4 - o.place * 3
            else (o.released_at at time zone z.time_zone)::date + 55 end) as last
          from (select (${now}::timestamptz at time zone z.time_zone)::date as today) now) w1
        cross join lateral (select (greatest(w1.first, w1.last - 50) + round((w1.last - greatest(w1.first, w1.last - 50)) * least(1,
          (p.id - f.first)::numeric / f.span * 0.55 + (s.position + 1.0) / greatest(p.steps_done, 1) * 0.45))::int) as day) d
      where p.plant_id = ${plantId} and o.released_at is not null
    ) t
    cross join (select min(id) filter (where starts_at < ends_at) as day, min(id) filter (where starts_at >= ends_at) as night
      from shifts where plant_id = ${plantId}) shifts
    cross join lateral (select (t.day + case when t.night then time '20:30' else time '08:30' end
      + (t.position * 10 + t.piece_id % 9) * interval '1 minute') at time zone t.time_zone as done_at) at
    order by at.done_at, t.piece_id, t.position`.execute(write)
}

/** Working days on which anything was reported. */
export async function daysWorked(write: Write, plantId: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from work_reports where plant_id = ${plantId}`.execute(write)
  return rows.map(({ day }) => day)
}
