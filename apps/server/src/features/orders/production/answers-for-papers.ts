import '../orders.tables.ts'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

interface NamedOrder {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly project: string
  readonly customer: string
  readonly pieces: number
  readonly kg: number
}

/** An order with its project; null: the plant has no such. */
export async function paperOrder(reads: Reads, plantId: number, id: string): Promise<NamedOrder | null> {
  const query = sql<NamedOrder>`
    select o.id, o.no, o.name, p.code || ' ' || p.name as project, p.customer, o.pieces, o.weight_kg as kg
    from orders o join projects p on p.id = o.project_id where o.plant_id = ${plantId} and o.id = ${id}`
  return (await readRows(reads, query))[0] ?? null
}

interface Named {
  readonly id: number
  readonly name: string
}
const byId = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]))

/** Names of crews of the plant, by id. */
export const crewNames = async (
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<Map<number, string>> =>
  byId(
    await readRows(
      reads,
      sql<Named>`select id, name from crews where plant_id = ${plantId} and id = any(${[...ids]}::bigint[])`,
    ),
  )

/** Numbers and names of projects of the plant, by id. */
export const projectNames = async (
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<Map<number, string>> =>
  byId(
    await readRows(
      reads,
      sql<Named>`
        select id, code || ' ' || name as name from projects
        where plant_id = ${plantId} and id = any(${[...ids]}::bigint[])`,
    ),
  )

/** Project of each of these orders, by the order's id. */
export async function projectsOfOrders(
  reads: Reads,
  plantId: number,
  orderIds: readonly number[],
): Promise<Map<number, Named>> {
  const rows = await readRows(
    reads,
    sql<Named & { readonly order_id: number }>`
      select o.id as order_id, p.id, p.code || ' ' || p.name as name from orders o join projects p on p.id = o.project_id
      where o.plant_id = ${plantId} and o.id = any(${[...orderIds]}::bigint[])`,
  )
  return new Map(rows.map(({ order_id: order, id, name }) => [order, { id, name }]))
}

/** The crew of the last report on each piece that names one; undone reports do not count. */
export async function lastCrews(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
): Promise<Map<number, number>> {
  return byPiece(
    await readRows(
      reads,
      sql<LastNamed>`
        select distinct on (piece_id) piece_id, crew_id as named from work_reports
        where ${reportsOn(plantId, pieceIds)} and crew_id is not null
        order by piece_id, done_at desc, id desc`,
    ),
  )
}

/**
 * The machine that made each piece: of the last step with a report that names one, up to this process on the piece's route;
 * null, or a process that is not on it: of all steps.
 */
export async function lastMachines(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
  processId: number | null,
): Promise<Map<number, number>> {
  const place = sql`(select s.position from pieces p join marks m on m.id = p.mark_id
    join route_steps s on s.route_id = m.route_id and s.process_id = ${processId}::bigint where p.id = r.piece_id)`
  return byPiece(
    await readRows(
      reads,
      sql<LastNamed>`
        select distinct on (piece_id) piece_id, machine_id as named from work_reports r
        where ${reportsOn(plantId, pieceIds)} and machine_id is not null
          and ${processId === null ? sql`true` : sql`step <= coalesce(${place}, step)`}
        order by piece_id, step desc, done_at desc, id desc`,
    ),
  )
}

interface LastNamed {
  readonly piece_id: number
  readonly named: number
}
const byPiece = (rows: readonly LastNamed[]) =>
  new Map(rows.map(({ piece_id: piece, named }) => [piece, named]))

const reportsOn = (plantId: number, pieceIds: readonly number[]) =>
  sql`plant_id = ${plantId} and piece_id = any(${[...pieceIds]}::bigint[]) and undone_at is null`
