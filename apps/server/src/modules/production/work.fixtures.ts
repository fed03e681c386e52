import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { workApi } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows, type Write } from '../../platform/db/handles.ts'
import { applyImport } from '../order-import/apply-import.ts'
import { moveOrder } from '../orders/save-order.ts'
import { newOrder, now, parsedList, parsedMark, planner, readImport } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/public.ts'
import { oneOrder } from '../orders/orders.queries.ts'
import { machinesForWork } from '../../app/ports.ts'
import type { WorkPorts } from './work-ports.ts'
import { releaseOrder } from './release-order.ts'
import { reportWork } from './report-work.ts'

/** A planner with the permission to release. */
export const chief: Actor = { ...planner, tags: [...planner.tags, 'order.release', 'production.edit'] }
export const foreman: Actor = {
  ...planner,
  userId: '9',
  username: 'foreman',
  cnName: '王班长',
  tags: ['order.view', 'order.report'],
}

export const passing: WorkPorts = {
  inspections: () => Promise.resolve(new Map()),
  material: () => Promise.resolve(new Map()),
  conformity: () => Promise.resolve(new Map()),
  withheld: () => sql`select null::bigint where false`,
  lacking: () => sql`select null::bigint where false`,
  machines: machinesForWork,
  outside: () => Promise.resolve(new Map()),
  stop: () => Promise.resolve(),
}

/** A confirmed order with one mark `GL-1` of the given number of beams of 100.5 kg; processes and routes are the defaults of a plant. */
export async function confirmedOrder(
  db: Database,
  project: string,
  { no = 'W-1', quantity = 2, marks = ['GL-1'] }: { no?: string; quantity?: number; marks?: string[] } = {},
): Promise<string> {
  await db.tx((write) => seedPlan(write, 1))
  const order = await newOrder(db, project, { no })
  const list = parsedList(marks.map((mark) => parsedMark(mark, { name: '钢次梁', quantity })))
  const job = await readImport(db, order, list)
  await db.tx((write) => applyImport(write, planner, job))
  await db.tx((write) => moveOrder(write, planner, order, { version: 1, to: 'confirmed' }, now))
  return order
}

export async function releasedOrder(
  db: Database,
  project: string,
  overrides: Parameters<typeof confirmedOrder>[2] = {},
): Promise<string> {
  const order = await confirmedOrder(db, project, overrides)
  await db.tx((write) => releaseOrder(write, chief, order, { version: 2 }, now))
  return order
}

/** Ids of the pieces of an order by serial. */
export async function pieceIds(db: Database, order: string): Promise<string[]> {
  const rows = await readRows(
    db.reads,
    sql<{ id: number }>`select id from pieces where order_id = ${order} order by serial`,
  )
  return rows.map(({ id }) => String(id))
}

/** Ids of processes by code. */
export async function processIds(db: Database): Promise<Record<string, string>> {
  const rows = await readRows(db.reads, sql<{ id: number; code: string }>`select id, code from processes`)
  return Object.fromEntries(rows.map(({ id, code }) => [code, String(id)]))
}

/** Steps that take a beam from the first process to the sign-off, when reported with the ungated steps before them. */
export const workOfBeam = [
  'FitUpComp',
  'Ground',
  'DimInspected',
  'WeldNDTComp',
  'SandBlasted',
  'PaintComp',
  'SignedOff',
] as const

type ReportInput = BodyOf<(typeof workApi)['POST /api/work-reports']>

export const reportInput = (
  processId: string,
  pieces: string[],
  overrides: Partial<ReportInput> = {},
): ReportInput => ({
  clientKey: randomUUID(),
  processId,
  pieces,
  withEarlier: false,
  crewId: null,
  worker: null,
  hours: null,
  source: 'list',
  ...overrides,
})

export const report = (db: Database, actor: Actor, input: ReportInput, at = now) =>
  db.tx((write) => reportWork(write, actor, input, at, passing))

export const orderView = (db: Database, id: string, at = now) => oneOrder(db.reads, chief, id, at)

/** The steps of every piece; the last one sends it off. */
const steps = ['CutComp', 'WeldComp', 'PaintComp', 'SentSite'] as const

/**
 * Gives the orders of `fillOrders` their marks, pieces and reports, and calculates totals as the commands do: 5 marks of 4 pieces each on a route of
 * four steps, one report for each completed step. For measurements with much data: row-by-row checks are disabled, so use an otherwise empty plant.
 * Requires a superuser connection.
 */
export async function fillWork(write: Write, plantId: number, now: Date): Promise<void> {
  await seedPlan(write, plantId)
  // Skips the check of millions of foreign keys; the statements below create only valid ones.
  await sql`set local session_replication_role = replica`.execute(write)
  await fillPlan(write, plantId)
  await fillPieces(write, plantId)
  await fillReports(write, plantId, now)
  await countAll(write, plantId)
  await sql`analyze`.execute(write)
}

async function fillPlan(write: Write, plantId: number): Promise<void> {
  await sql`insert into workshops (plant_id, code, name, updated_by_name)
    select ${plantId}, 'W' || n, '车间' || n, '' from generate_series(1, 3) n`.execute(write)
  await sql`insert into crews (plant_id, workshop_id, code, name, updated_by_name)
    select ${plantId}, w.id, w.code || '-' || n, '班组' || n, '' from workshops w, generate_series(1, 4) n
    where w.plant_id = ${plantId} and w.code like 'W_'`.execute(write)
  await sql`insert into routes (plant_id, code, names, updated_by_name)
    values (${plantId}, 'BULK', '{"zh":"大批","en":"Bulk","es":"Masivo"}', '')`.execute(write)
  await sql`insert into route_steps (route_id, position, plant_id, process_id)
    select r.id, s.n - 1, ${plantId}, p.id
    from unnest(${[...steps]}::text[]) with ordinality s (code, n)
      join processes p on p.plant_id = ${plantId} and p.code = s.code
      join routes r on r.plant_id = ${plantId} and r.code = 'BULK'`.execute(write)
  await sql`insert into project_weights (project_id, process_id, plant_id, weight)
    select j.id, p.id, ${plantId}, p.weight from projects j, processes p
    where j.plant_id = ${plantId} and p.plant_id = ${plantId}`.execute(write)
}

/** Marks and pieces; older orders have more completed steps. */
async function fillPieces(write: Write, plantId: number): Promise<void> {
  await sql`
    insert into marks (plant_id, order_id, mark, name, kind, profile, quantity, net_kg, weight_source, route_id, updated_by_name)
    select o.plant_id, o.id, 'GL-' || m, '钢梁', 'beam', 'HN400*200*8*13', 4, round(o.weight_kg / 20, 3), 'file', r.id, ''
    from orders o cross join generate_series(1, 5) m
      join routes r on r.plant_id = o.plant_id and r.code = 'BULK'
    where o.plant_id = ${plantId} order by o.id, m`.execute(write)
  await sql`
    insert into pieces (plant_id, order_id, mark_id, serial, net_kg, steps_done, status, next_process_id)
    select m.plant_id, m.order_id, m.id, m.mark || '-' || lpad(n::text, 3, '0'), m.net_kg, done, case
        when o.status in ('draft', 'confirmed', 'cancelled') then 'planned' when done = 0 then 'issued'
        when done < 3 then 'in_process' when done = 3 then 'coated' else 'shipped' end,
      case when o.status not in ('draft', 'confirmed', 'cancelled') then s.process_id end
    from marks m join orders o on o.id = m.order_id cross join generate_series(1, 4) n
      cross join lateral (select case o.status when 'in_production' then (m.id + n) % 4 when 'completed' then 3
        when 'shipped' then 4 when 'closed' then 4 else 0 end as done) d
      left join route_steps s on s.route_id = m.route_id and s.position = done
    where o.plant_id = ${plantId} order by m.id, n`.execute(write)
}

/** One report for each completed step, a few days apart, none after yesterday, a tenth of them at night. */
async function fillReports(write: Write, plantId: number, now: Date): Promise<void> {
  await sql`
    insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes,
      crew_id, workshop_id, hours, source, done_at, day, shift_id, created_by_name)
    select p.plant_id, o.project_id, o.id, p.mark_id, p.id, s.process_id, s.position, 1, p.net_kg, true,
      c.id, c.workshop_id, 0.25, 'list', day + time '02:00', day, shifts.ids[1 + (p.id % 10 = 0)::int], '王班长'
    from pieces p join orders o on o.id = p.order_id
      join marks m on m.id = p.mark_id join route_steps s on s.route_id = m.route_id and s.position < p.steps_done
      cross join lateral (select least(o.created_at::date + 3 + s.position * 5 + (o.id % 4)::int, ${now}::date - 1) as day) d
      join (select id, workshop_id, row_number() over (order by id) - 1 as nth from crews where plant_id = ${plantId}
        and code like 'W_-_') c on c.nth = (p.id + s.position) % 12
      cross join (select array_agg(id order by id) as ids from shifts where plant_id = ${plantId}) shifts
    where p.plant_id = ${plantId} order by day, p.id`.execute(write)
}

async function countAll(write: Write, plantId: number): Promise<void> {
  await sql`
    with weights as (
      select s.position, s.process_id, p.weight, p.position as place from route_steps s
        join processes p on p.id = s.process_id
        join routes r on r.id = s.route_id and r.plant_id = ${plantId} and r.code = 'BULK'
    ),
    grouped as (
      select order_id, status, steps_done, count(*) as pieces, sum(net_kg) as kg from pieces
      where plant_id = ${plantId} group by 1, 2, 3
    ),
    walked as (
      select g.order_id, w.process_id, w.place, w.weight, sum(g.pieces) as pieces, sum(g.kg) as kg,
        coalesce(sum(g.pieces) filter (where g.steps_done > w.position), 0) as done_pieces,
        coalesce(sum(g.kg) filter (where g.steps_done > w.position), 0) as done_kg
      from grouped g cross join weights w group by 1, 2, 3, 4
    ),
    counted as (
      select order_id, max(pieces) as pieces, max(kg) as kg, sum(done_kg * weight) / sum(kg * weight) as progress,
        jsonb_agg(jsonb_build_object('process', process_id, 'pieces', pieces, 'donePieces', done_pieces, 'kg', kg,
          'doneKg', done_kg) order by place) as by_process
      from walked group by order_id
    ),
    states as (
      select order_id, jsonb_object_agg(status, pieces) as pieces_by_status
      from (select order_id, status, sum(pieces) as pieces from grouped group by 1, 2) s group by order_id
    )
    update orders o set marks = 5, pieces = c.pieces, weight_kg = c.kg, pieces_by_status = s.pieces_by_status,
      by_process = case when released_at is null then '[]' else c.by_process end,
      progress = case when released_at is null then 0 else round(c.progress, 6) end
    from counted c join states s on s.order_id = c.order_id
    where o.plant_id = ${plantId} and c.order_id = o.id`.execute(write)
  await sql`select recount_pieces(array(select id from orders where plant_id = ${plantId}))`.execute(write)
  await sql`delete from order_days where plant_id = ${plantId}`.execute(write)
  await sql`delete from plant_days where plant_id = ${plantId}`.execute(write)
  await sql`
    with shares as (
      select s.process_id, p.weight / sum(p.weight) over () as share from route_steps s
        join processes p on p.id = s.process_id
        join routes r on r.id = s.route_id and r.plant_id = ${plantId} and r.code = 'BULK'
    )
    insert into order_days (order_id, day, plant_id, weighted_kg)
    select order_id, day, ${plantId}, sum(kg * share) from work_reports join shares using (process_id)
    where plant_id = ${plantId} group by 1, 2 order by 2, 1`.execute(write)
  await sql`
    insert into plant_days (plant_id, day, weighted_kg, orders)
    select plant_id, day, sum(weighted_kg), count(*) from order_days where plant_id = ${plantId} group by 1, 2`.execute(
    write,
  )
}
