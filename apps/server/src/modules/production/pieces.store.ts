import type { OrderStatus, PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { Route, RouteStep } from './piece-steps.rules.ts'

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
  >`
    select id, project_id, no, status, released_at from orders
    where plant_id = ${plantId} and id in (select order_id from pieces where id = any(${ids}::bigint[]))
    order by id for no key update`.execute(write)
  const { rows: pieces } = await sql<LockedPiece>`
    select p.id, p.order_id, p.mark_id, p.serial, p.status, coalesce(p.net_kg, 0) as net_kg, p.steps_done, p.step_part,
      p.holds, m.route_id
    from pieces p join marks m on m.id = p.mark_id
    where p.plant_id = ${plantId} and p.id = any(${ids}::bigint[])
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
    sql<RouteStep & { route_id: number }>`
      select s.route_id, s.process_id as "processId", p.code, p.kind, p.gate, p.gives
      from route_steps s join processes p on p.id = s.process_id
      where s.route_id = any(${ids}::bigint[]) order by s.route_id, s.position`,
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
  await sql`
    update pieces set status = m.status, steps_done = m."stepsDone", step_part = m."stepPart",
      next_process_id = m."nextProcessId", version = version + 1, updated_at = now(), updated_by = ${by}
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (id bigint, status text, "stepsDone" smallint,
      "stepPart" numeric, "nextProcessId" bigint)
    where pieces.id = m.id`.execute(write)
}
