import { sql } from 'kysely'
import type { PieceLocation, QualityDocumentOrder } from '@cloud-factory/domain/orders/piece-records'
import type { SteelPart } from '@cloud-factory/domain/material/material-enums'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { uncounted } from '../orders/public.ts'

interface PartRow {
  readonly piece: number
  readonly part_mark: string
  readonly profile: string
  readonly grade: string | null
  readonly kg: number | null
}

/** The parts of each piece by mark; pieces without parts in their list are left out. */
async function steelParts(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
): Promise<Map<number, SteelPart[]>> {
  const rows = await readRows(
    reads,
    sql<PartRow>`
      select p.id as piece, s.part_mark, min(s.profile) as profile, min(s.grade) as grade,
        sum(s.net_kg * s.quantity_per_mark)::float8 as kg
      from pieces p join parts s on s.mark_id = p.mark_id and s.is_assembly is not true
      where p.plant_id = ${plantId} and p.id = any(${[...pieceIds]}::bigint[])
      group by p.id, s.part_mark order by p.id, s.part_mark`,
  )
  const parts = new Map<number, SteelPart[]>()
  for (const { piece, part_mark: mark, profile, grade, kg } of rows) {
    const own = parts.get(piece) ?? []
    own.push({ mark, profile, shape: steelShape(profile), grade, kg })
    parts.set(piece, own)
  }
  return parts
}

/** Ids of pieces whose serial has this prefix, as typed or in capitals; at most `limit`. */
async function bySerial(reads: Reads, plantId: number, text: string, limit: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select id from pieces where plant_id = ${plantId}
        and (serial like ${prefixPattern(text)} or serial like ${prefixPattern(text.toUpperCase())})
      order by serial, id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** The package and the delivery of pieces; pieces in none are left out. */
async function location(
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<Map<number, PieceLocation>> {
  const rows = await readRows(
    reads,
    sql<{
      piece: number
      package_id: number
      package_no: string
      delivery_id: number | null
      delivery_no: string
      sent_at: Date | null
      consignee: string
    }>`
      select x.piece_id as piece, k.id as package_id, k.no as package_no, d.id as delivery_id, d.no as delivery_no, d.sent_at,
        d.consignee
      from package_pieces x join packages k on k.id = x.package_id left join deliveries d on d.id = k.delivery_id
      where x.plant_id = ${plantId} and x.piece_id = any(${[...ids]}::bigint[])`,
  )
  return new Map(
    rows.map((row) => [
      row.piece,
      {
        pack: { id: String(row.package_id), no: row.package_no },
        delivery:
          row.delivery_id === null
            ? null
            : {
                id: String(row.delivery_id),
                no: row.delivery_no,
                sentAt: row.sent_at?.toISOString() ?? null,
                consignee: row.consignee,
              },
      },
    ]),
  )
}

/** Ids of pieces that completed a step, in the order in which work on them began: the demo factory's heats were used for them. */
async function begun(reads: Reads, plantId: number, limit: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select id from pieces where plant_id = ${plantId} and steps_done > 0 and status not in ('scrapped', 'superseded')
      order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Queries of the material module to orders. */
export const answersForMaterial = { bySerial, location, begun, steelParts, steelShape }

/** An order with its project; null: the plant has no such order. */
export async function documentOrder(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<QualityDocumentOrder | null> {
  const query = sql<QualityDocumentOrder>`
    select o.id, o.no, o.name, p.code || ' ' || p.name as project, p.customer, o.pieces, o.weight_kg as kg
    from orders o join projects p on p.id = o.project_id where o.plant_id = ${plantId} and o.id = ${id}`
  return (await readRows(reads, query))[0] ?? null
}

/** Pieces of an order that count: neither scrapped nor superseded. */
export const countedPieces = (
  reads: Reads,
  plantId: number,
  orderId: string,
): Promise<{ readonly id: number; readonly serial: string }[]> =>
  readRows(
    reads,
    sql<{ id: number; serial: string }>`
      select id, serial from pieces where plant_id = ${plantId} and order_id = ${orderId}
        and status <> all(${[...uncounted]}) order by serial`,
  )

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

/** Work selected by a query: one process and those before it. */
interface WorkUpTo {
  /** Null, or a process that is not on the route of a piece: all steps. */
  readonly processId: number | null
  /** Processes without production work: their crews inspect the work of others. */
  readonly judging: readonly number[]
}

/**
 * The crew that made each piece. For an inspection process: the crew of the last step before it; for any other: the crew of that step. Steps without
 * a report with a crew are skipped. Undone reports do not count, nor do steps filled in with a later report, because that crew did not report them
 * itself.
 */
export async function latestCrews(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
  { processId, judging }: WorkUpTo,
): Promise<Map<number, number>> {
  const isOwn = processId !== null && !judging.includes(processId)
  return byPiece(
    await readRows(
      reads,
      sql<LastNamed>`
        select distinct on (piece_id) piece_id, crew_id as named from work_reports r
        where ${reportsOn(plantId, pieceIds)} and crew_id is not null and source <> 'earlier'
          and process_id <> all(${[...judging]}::bigint[]) and ${isOwn ? sql`process_id = ${processId}` : upTo(processId)}
        order by piece_id, step desc, done_at desc, id desc`,
    ),
  )
}

/**
 * The machine that made each piece: from the last report with a machine, up to this process on the piece's route. Null, or a process that is not on
 * the route: all steps. `among`: only these machines count.
 */
export async function lastMachines(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
  processId: number | null,
  among?: readonly number[],
): Promise<Map<number, number>> {
  const condition = among === undefined ? sql`is not null` : sql`= any(${[...among]}::bigint[])`
  return byPiece(
    await readRows(
      reads,
      sql<LastNamed>`
        select distinct on (piece_id) piece_id, machine_id as named from work_reports r
        where ${reportsOn(plantId, pieceIds)} and machine_id ${condition} and ${upTo(processId)}
        order by piece_id, step desc, done_at desc, id desc`,
    ),
  )
}

/** Steps up to a process on the route of the piece of report `r`. */
function upTo(processId: number | null) {
  const place = sql`(select s.position from pieces p join marks m on m.id = p.mark_id
    join route_steps s on s.route_id = m.route_id and s.process_id = ${processId}::bigint where p.id = r.piece_id)`
  return processId === null ? sql`true` : sql`step <= coalesce(${place}, step)`
}

interface LastNamed {
  readonly piece_id: number
  readonly named: number
}
const byPiece = (rows: readonly LastNamed[]) =>
  new Map(rows.map(({ piece_id: piece, named }) => [piece, named]))

const reportsOn = (plantId: number, pieceIds: readonly number[]) =>
  sql`plant_id = ${plantId} and piece_id = any(${[...pieceIds]}::bigint[]) and undone_at is null`

/** Name of a crew of the plant; null: no such crew. */
export async function crewName(reads: Reads, plantId: number, id: number): Promise<string | null> {
  const query = sql<{ name: string }>`select name from crews where plant_id = ${plantId} and id = ${id}`
  return (await readRows(reads, query))[0]?.name ?? null
}

/** Maximum number of repairs per piece or weld, by project; unknown projects are left out. */
export async function repairLimits(
  reads: Reads,
  plantId: number,
  projectIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readRows(
    reads,
    sql<{ id: number; limit: number }>`
      select id, max_weld_repairs as limit from projects
      where plant_id = ${plantId} and id = any(${[...projectIds]}::bigint[])`,
  )
  return new Map(rows.map(({ id, limit }) => [id, limit]))
}
