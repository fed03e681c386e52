import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { workApi } from '@cloud-factory/contract/production/work'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Database, readRows } from '../../platform/db/handles.ts'
import { applyImport } from '../order-import/apply-import.ts'
import { moveOrder } from '../orders/move-order.ts'
import { newOrder, now, parsedList, parsedMark, planner, readImport } from '../orders/orders.fixtures.ts'
import { seedPlan } from '../planning/seed-plan.ts'
import { oneOrder } from '../orders/orders.reads.ts'
import { machinesForWork } from '../../app/ports.ts'
import type { WorkPorts } from './machines.port.ts'
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
  machines: machinesForWork,
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
  given: Parameters<typeof confirmedOrder>[2] = {},
): Promise<string> {
  const order = await confirmedOrder(db, project, given)
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
  given: Partial<ReportInput> = {},
): ReportInput => ({
  clientKey: randomUUID(),
  processId,
  pieces,
  withEarlier: false,
  crewId: null,
  worker: null,
  hours: null,
  source: 'list',
  ...given,
})

export const report = (db: Database, actor: Actor, input: ReportInput, at = now) =>
  db.tx((write) => reportWork(write, actor, input, at, passing))

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
      select 'states ' || o.no from orders o where pieces_by_status <> (select coalesce(jsonb_object_agg(status, n), '{}')
        from (select status, count(*) as n from pieces where order_id = o.id group by status) s)
      union all
      select 'weight ' || o.no from orders o where weight_kg <> (select coalesce(sum(net_kg), 0) from pieces
        where order_id = o.id and status not in ('scrapped', 'superseded'))
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

export const orderView = (db: Database, id: string, at = now) => oneOrder(db.reads, chief, id, at)
