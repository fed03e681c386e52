import '../orders.tables.ts'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** A package that a piece lies in, and the delivery it went with. */
interface AnsweredPlace {
  readonly pieceId: number
  readonly packageId: number
  readonly packageNo: string
  readonly deliveryId: number | null
  readonly deliveryNo: string | null
  readonly deliveryStatus: string | null
  readonly sentAt: Date | null
}

/** Name of a crew of the plant; null: there is none. */
export async function crewName(reads: Reads, plantId: number, id: number): Promise<string | null> {
  const query = sql<{ name: string }>`select name from crews where plant_id = ${plantId} and id = ${id}`
  return (await readRows(reads, query))[0]?.name ?? null
}

/** Repairs that the project of each of these allows on one piece; unknown projects are left out. */
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

/** Pieces of a mark that are not gone, at most `limit`, in the order of their serials. */
export async function piecesOfMark(
  reads: Reads,
  plantId: number,
  markId: number,
  limit: number,
): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select id from pieces where plant_id = ${plantId} and mark_id = ${markId}
        and status not in ('scrapped', 'superseded') order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Packages and deliveries of pieces; those that are not packed are left out. */
export const placesOfPieces = (
  reads: Reads,
  plantId: number,
  ids: readonly number[],
): Promise<AnsweredPlace[]> =>
  readRows(
    reads,
    sql<AnsweredPlace>`
      select pp.piece_id as "pieceId", k.id as "packageId", k.no as "packageNo", d.id as "deliveryId",
        d.no as "deliveryNo", d.status as "deliveryStatus", d.sent_at as "sentAt"
      from package_pieces pp join packages k on k.id = pp.package_id left join deliveries d on d.id = k.delivery_id
      where pp.plant_id = ${plantId} and pp.piece_id = any(${[...ids]}::bigint[]) order by k.no, pp.piece_id`,
  )

/** Pieces on the delivery of a number, at most `limit`; null: there is no such delivery. */
export async function piecesOfDelivery(
  reads: Reads,
  plantId: number,
  no: string,
  limit: number,
): Promise<number[] | null> {
  const rows = await readRows(
    reads,
    sql<{ id: number | null }>`
      select pp.piece_id as id from deliveries d left join packages k on k.delivery_id = d.id
        left join package_pieces pp on pp.package_id = k.id
      where d.plant_id = ${plantId} and d.no = ${no} order by pp.piece_id limit ${limit}`,
  )
  if (rows.length === 0) return null
  return rows.flatMap(({ id }) => (id === null ? [] : [id]))
}
