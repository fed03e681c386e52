import type { InspectionStage } from '@cloud-factory/domain/inspection/quality-enums'
import { sql } from 'kysely'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'
import { gatePlansOf } from './due.queries.ts'

/** The column of the lot with the maker of a piece. */
export type Maker = 'machine_id' | 'crew_id'

/** The machine chosen by hand; fails with `not_found` when the plant has no such active machine. */
export async function requireMachine(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  machineId: string,
): Promise<number> {
  const [machine] = await orders.workingMachines(asReads(write), plantId, Number(machineId))
  return machine?.id ?? fail('not_found', { params: { field: 'machineId' } })
}

/** The crew chosen by hand; fails with `not_found` when the plant has no such crew. */
export async function requireCrew(
  write: Write,
  orders: OrdersPort,
  plantId: number,
  crewId: string,
): Promise<number> {
  const name = await orders.crewName(asReads(write), plantId, Number(crewId))
  return name === null ? fail('not_found', { params: { field: 'crewId' } }) : Number(crewId)
}

/** Sets the maker of all pieces of an inspection; null: unknown. */
export async function setMaker(
  write: Write,
  plantId: number,
  inspectionId: number,
  maker: Maker,
  id: number | null,
): Promise<void> {
  const column = sql.ref(maker)
  await sql`
    update inspection_pieces set ${column} = ${id}::bigint
    where plant_id = ${plantId} and inspection_id = ${inspectionId}
      and ${column} is distinct from ${id}::bigint`.execute(write)
}

/** The machine of each piece of an inspection that has one. */
export async function machinesOfLot(
  reads: Reads,
  plantId: number,
  inspectionId: number,
  maker: Maker,
): Promise<Map<number, number>> {
  const column = sql.ref(maker)
  const rows = await readRows(
    reads,
    sql<{ piece: number; made: number }>`
      select piece_id as piece, ${column} as made from inspection_pieces
      where plant_id = ${plantId} and inspection_id = ${inspectionId} and ${column} is not null order by piece_id`,
  )
  return new Map(rows.map(({ piece, made }) => [piece, made]))
}

/**
 * Inspections at these stages judge the work of an earlier process. At all other stages they judge the work of their own
 * process.
 */
const judgesEarlier: ReadonlySet<InspectionStage> = new Set(['incoming', 'after_weld', 'final'])

/** The crew that made each of these pieces, by the current work reports of the process that an inspection judges. */
export async function reportedCrews(
  deps: { readonly reads: Reads; readonly orders: OrdersPort },
  plantId: number,
  processId: number | null,
  pieceIds: readonly number[],
): Promise<Map<number, number>> {
  const gates = await gatePlansOf(deps, plantId)
  const judging = gates.filter(({ stage }) => judgesEarlier.has(stage)).map(({ id }) => Number(id))
  return deps.orders.latestCrews(deps.reads, plantId, pieceIds, { processId, judging })
}

/** Sets the crews of pieces of an inspection that have none. */
export async function nameCrews(
  write: Write,
  plantId: number,
  inspectionId: number,
  crews: ReadonlyMap<number, number>,
): Promise<void> {
  await sql`
    update inspection_pieces ip set crew_id = c.crew
    from unnest(${[...crews.keys()]}::bigint[], ${[...crews.values()]}::bigint[]) c (piece, crew)
    where ip.plant_id = ${plantId} and ip.inspection_id = ${inspectionId} and ip.piece_id = c.piece
      and ip.crew_id is null`.execute(write)
}
