import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import { recordRevisions } from '../drawings/public.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { anyOf, prepare } from '../../platform/db/prepared-statements.ts'
import type { Nested } from './production.policy.ts'
import type { Route, RouteStep } from './production.rules.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import type { allWorkSources } from '@cloud-factory/contract/production/work'

/** A locked order. */
export interface LockedOrder {
  readonly id: number
  readonly project_id: number
  readonly no: string
  readonly status: OrderStatus
  readonly isReleased: boolean
  readonly releasedAt: Date | null
}

/** A locked piece, with the status of its order and the route of its mark. */
export interface LockedPiece {
  readonly id: number
  readonly order_id: number
  readonly mark_id: number
  readonly serial: string
  readonly status: PieceStatus
  readonly net_kg: number
  readonly steps_done: number
  readonly step_part: number
  readonly holds: number
  readonly route_id: number | null
  readonly nested: Nested
}

export interface LockedPieces {
  readonly orders: ReadonlyMap<number, LockedOrder>
  readonly pieces: readonly LockedPiece[]
  readonly routes: ReadonlyMap<number, Route>
}

/**
 * Locks orders, then their pieces, each in the order of their ids. Transactions that follow this order cannot deadlock. Pieces of other plants are
 * left out.
 */
export async function lockPieces(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<LockedPieces> {
  const { rows: orders } = await sql<
    Omit<LockedOrder, 'isReleased' | 'releasedAt'> & { released_at: Date | null }
  >`${prepare}
    select id, project_id, no, status, released_at from orders
    where plant_id = ${plantId} and id in (select order_id from pieces where id = ${anyOf(sql`${ids}::bigint[]`)})
    order by id for no key update`.execute(write)
  const { rows: pieces } = await sql<LockedPiece>`${prepare}
    select p.id, p.order_id, p.mark_id, p.serial, p.status, coalesce(p.net_kg, 0) as net_kg, p.steps_done, p.step_part,
      p.holds, m.route_id, case when exists (select from built_pieces b where b.piece_id = p.id) then 'inner' when exists (select from built_pieces b where b.outer_id = p.id) then 'outer' end as nested
    from pieces p join marks m on m.id = p.mark_id
    where p.plant_id = ${plantId} and p.id = ${anyOf(sql`${ids}::bigint[]`)}
    order by p.id for no key update of p`.execute(write)
  const routeIds = new Set(pieces.flatMap(({ route_id: id }) => (id === null ? [] : [id])))
  return {
    orders: new Map(
      orders.map(({ released_at: at, ...order }) => [
        order.id,
        { ...order, isReleased: at !== null, releasedAt: at },
      ]),
    ),
    pieces,
    routes: await routesOf(asReads(write), [...routeIds]),
  }
}

/** The steps of routes, in the order of work. */
export async function routesOf(reads: Reads, ids: readonly number[]): Promise<Map<number, Route>> {
  const routes = new Map<number, RouteStep[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return routes
  const steps = await readRows(
    reads,
    sql<RouteStep & { route_id: number }>`${prepare}
      select s.route_id, s.process_id as "processId", p.code, p.kind, p.gate, p.gives
      from route_steps s join processes p on p.id = s.process_id
      where s.route_id = ${anyOf(sql`${ids}::bigint[]`)} order by s.route_id, s.position`,
  )
  for (const { route_id: id, ...step } of steps) routes.get(id)?.push(step)
  return routes
}

/** Status of a piece after a command. */
export interface PieceMove {
  readonly id: number
  readonly status: PieceStatus
  readonly stepsDone: number
  readonly stepPart: number
  readonly nextProcessId: number | null
}

/** Writes the current status of locked pieces. */
export async function movePieces(
  write: Write,
  by: number | null,
  moves: readonly PieceMove[],
): Promise<void> {
  if (moves.length === 0) return
  await sql`${prepare}
    update pieces set status = m.status, steps_done = m."stepsDone", step_part = m."stepPart",
      next_process_id = m."nextProcessId", version = version + 1, updated_at = now(), updated_by = ${by}::bigint
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (id bigint, status text, "stepsDone" smallint,
      "stepPart" numeric, "nextProcessId" bigint)
    where pieces.id = m.id and pieces.id = ${anyOf(sql`${moves.map(({ id }) => id)}::bigint[]`)}`.execute(
    write,
  )
}

/** Kinds of marks, each with the one active route assigned to it. */
export const claimedRoutes = (plantId: number) => sql`
  select kind, min(routes.id) as route_id from routes cross join unnest(kinds) kind
  where plant_id = ${plantId} and active group by kind having count(*) = 1`

/** Gives marks of an order without a route the route of their kind. */
export async function giveDefaultRoutes(write: Write, plantId: number, orderId: number): Promise<void> {
  await sql`
    with claimed as (${claimedRoutes(plantId)})
    update marks set route_id = claimed.route_id from claimed
    where marks.order_id = ${orderId} and marks.route_id is null and claimed.kind = marks.kind`.execute(write)
}

/** Marks of an order that have no route, the first few by name, and how many. */
export async function marksWithoutRoute(
  write: Write,
  orderId: number,
): Promise<{ readonly names: string; readonly marks: number }> {
  const { rows } = await sql<{ mark: string; marks: number }>`
    select mark, count(*) over ()::int as marks from marks
    where order_id = ${orderId} and route_id is null order by mark limit 5`.execute(write)
  return { names: rows.map(({ mark }) => mark).join(', '), marks: rows[0]?.marks ?? 0 }
}

/** Locks the routes of an order until the transaction ends; changes of their steps wait. */
export async function shareRoutes(write: Write, orderId: number): Promise<void> {
  await sql`select from routes where id in (select route_id from marks where order_id = ${orderId})
    order by id for share`.execute(write)
}

/** Locks one route and returns its code; null when the plant has no such active route. */
export async function shareRoute(write: Write, plantId: number, id: string): Promise<string | null> {
  const { rows } = await sql<{
    code: string
  }>`select code from routes where plant_id = ${plantId} and id = ${id} and active
    for share`.execute(write)
  return rows[0]?.code ?? null
}

/** Marks of an order with the given ids, or all without a route, and whether work on them was reported. */
export async function marksToRoute(
  write: Write,
  orderId: number,
  ids: readonly string[],
): Promise<{ id: number; mark: string; started: boolean }[]> {
  const chosen = ids.length === 0 ? sql`route_id is null` : sql`id = any(${ids}::bigint[])`
  const { rows } = await sql<{ id: number; mark: string; started: boolean }>`
    select id, mark, exists (select from pieces where pieces.mark_id = marks.id
      and (steps_done > 0 or step_part > 0)) as started
    from marks where order_id = ${orderId} and ${chosen} order by id`.execute(write)
  return rows
}

export async function setRoute(
  write: Write,
  actor: Actor,
  markIds: readonly number[],
  routeId: string,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`update marks set route_id = ${routeId}::bigint, version = version + 1, updated_at = now(),
    updated_by = ${by}::bigint, updated_by_name = ${name} where id = any(${markIds}::bigint[])`.execute(write)
}

/** Issues pieces that nobody has started; the first step of their mark's route comes next. Returns how many were planned before. */
export async function issueUnstarted(write: Write, orderId: number): Promise<number> {
  const { rows } = await sql<{ issued: number }>`
    with first as (
      select m.id as mark_id, s.process_id from marks m join route_steps s on s.route_id = m.route_id and s.position = 0
      where m.order_id = ${orderId}
    ), sent as (
      update pieces set status = 'issued', next_process_id = first.process_id, updated_at = now()
      from first, pieces old
      where pieces.mark_id = first.mark_id and old.id = pieces.id and pieces.status in ('planned', 'issued')
        and pieces.steps_done = 0 and pieces.step_part = 0
        and (pieces.status = 'planned' or pieces.next_process_id is distinct from first.process_id)
      returning old.status
    )
    select count(*) filter (where status = 'planned')::int as issued from sent`.execute(write)
  return rows[0]?.issued ?? 0
}

/** Processes that the issued pieces of an order wait for. */
export async function firstProcesses(write: Write, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct next_process_id as id from pieces
    where order_id = ${orderId} and status = 'issued' and next_process_id is not null`.execute(write)
  return rows.map(({ id }) => id)
}

/** Data of one work report for one step of one piece. */
export interface NewReport {
  readonly projectId: number
  readonly orderId: number
  readonly markId: number
  readonly pieceId: number
  readonly processId: number
  readonly step: number
  readonly part: number
  readonly kg: number
  readonly finishes: boolean
  readonly hours: number | null
  readonly source: (typeof allWorkSources)[number]
}

/** Data that the reports of one command share. */
interface ReportFrame {
  readonly crewId: number | null
  readonly workshopId: number | null
  readonly worker: string | null
  /** The machine of the reported step; null: none was named. */
  readonly machineId: number | null
  readonly clientKey: string | null
  readonly doneAt: Date
  readonly reportedAt: Date
  /** Working day and shift of `doneAt`. */
  readonly day: string
  readonly shiftId: number | null
}

export async function insertReports(
  write: Write,
  actor: Actor,
  frame: ReportFrame,
  reports: readonly NewReport[],
): Promise<void> {
  if (reports.length === 0) return
  await recordRevisions(write, [...new Set(reports.map(({ pieceId }) => pieceId))], frame.reportedAt)
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`${prepare}
    insert into work_reports (plant_id, project_id, order_id, mark_id, piece_id, process_id, step, part, kg, finishes,
      crew_id, workshop_id, worker, machine_id, hours, source, done_at, day, shift_id, client_key, created_at, created_by, created_by_name)
    select ${actor.plantId}, r."projectId", r."orderId", r."markId", r."pieceId", r."processId", r.step, r.part, r.kg,
      r.finishes, ${frame.crewId}::bigint, ${frame.workshopId}::bigint, ${frame.worker}::text,
      case when r.source <> 'earlier' then ${frame.machineId}::bigint end, r.hours, r.source,
      ${frame.doneAt}::timestamptz, ${frame.day}::date, ${frame.shiftId}::bigint, ${frame.clientKey}::uuid,
      ${frame.reportedAt}::timestamptz,
      ${by}::bigint, ${name}
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb) as r ("projectId" bigint, "orderId" bigint,
      "markId" bigint, "pieceId" bigint, "processId" bigint, step smallint, part numeric, kg numeric, finishes boolean,
      hours numeric, source text)
    order by r."pieceId", r.step`.execute(write)
}

/** Kilograms of the pieces that were already counted under this key. */
export async function countedBefore(
  write: Write,
  plantId: number,
  clientKey: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ piece_id: number; kg: number }>`${prepare}
    select piece_id, sum(kg) filter (where source <> 'earlier') as kg from work_reports
    where plant_id = ${plantId} and client_key = ${clientKey}::uuid group by piece_id`.execute(write)
  return new Map(rows.map(({ piece_id: id, kg }) => [id, kg]))
}

/** Marks reports as undone. */
export async function undoReports(
  write: Write,
  actor: Actor,
  ids: readonly number[],
  reason: string,
  now: Date,
): Promise<void> {
  const { updated_by: by, updated_by_name: name } = signature(actor)
  await sql`update work_reports set undone_at = ${now}, undone_by = ${by}::bigint, undone_by_name = ${name},
    undo_reason = ${reason} where plant_id = ${actor.plantId} and id = any(${ids}::bigint[])`.execute(write)
}

/** Voids reports whose piece no longer counts; returns the days of the work. */
export async function voidReports(
  write: Write,
  plantId: number,
  pieceIds: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`
    with voided as (
      update work_reports set void = true
      where plant_id = ${plantId} and piece_id = any(${pieceIds}::bigint[]) and not void returning day
    )
    select distinct day from voided`.execute(write)
  return rows.map(({ day }) => day)
}
