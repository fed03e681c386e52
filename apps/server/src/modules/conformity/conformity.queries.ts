import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { paintProcess } from '../coating/public.ts'
import {
  coatDemands,
  openDemandsOf,
  weldDemands,
  passCounts,
  type OrdersPort,
} from '../quality-records/public.ts'
import { ndtProcess } from '../welding/public.ts'

type Bar = 'work.inspection_open' | 'work.weld_open' | 'work.coat_open'

interface Step {
  readonly pieceId: number
  readonly processId: number
}

const gateDemands: ReadonlySet<OpenDemand> = new Set([...weldDemands, ...coatDemands])

/**
 * Of these pieces at processes with a gate, those that are blocked, and why. A piece is blocked if it has no pass, or if
 * required welds or coats are open, even with a pass.
 */
export async function blockedPieces(
  reads: Reads,
  plantId: number,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, Bar>> {
  const [waiting, demands] = [
    await waitingAt(reads, plantId, steps),
    await openDemandsOf(
      reads,
      plantId,
      steps.map(({ pieceId }) => pieceId),
      gateDemands,
    ),
  ]
  const bars = waiting.flatMap(({ id, passed, welded, painted }): [number, Bar][] => {
    const open = demands.get(id) ?? []
    if (welded && open.some((demand) => weldDemands.has(demand))) return [[id, 'work.weld_open']]
    if (painted && open.some((demand) => coatDemands.has(demand))) return [[id, 'work.coat_open']]
    return passed ? [] : [[id, 'work.inspection_open']]
  })
  return new Map(bars)
}

/**
 * For each process: whether the gate is passed, and whether welds and coats are required. They are required from their own
 * process on.
 */
const waitingAt = (reads: Reads, plantId: number, steps: readonly Step[]) =>
  readRows(
    reads,
    sql<{ id: number; passed: boolean; welded: boolean; painted: boolean }>`
      select s.piece as id,
        exists (select from gate_passes g where g.piece_id = s.piece and g.process_id = s.process
          and g.plant_id = ${plantId} and ${passCounts}) as passed,
        ${isFrom(plantId, ndtProcess)} as welded, ${isFrom(plantId, paintProcess)} as painted
      from unnest(${steps.map(({ pieceId }) => pieceId)}::bigint[], ${steps.map(({ processId }) => processId)}::bigint[])
        as s (piece, process)
      join processes own on own.id = s.process`,
  )

const isFrom = (plantId: number, code: string) => sql`
  exists (select from processes x where x.plant_id = ${plantId} and x.code = ${code} and x.position <= own.position)`

/** A requirement that pieces of an order do not meet. */
export interface MissingOfOrder {
  readonly demand: OpenDemand
  /** Serials of the pieces, ascending. */
  readonly serials: readonly string[]
}

/** Open requirements of an order; empty when every counted piece conforms. */
export const missingOfOrder = async (
  reads: Reads,
  orders: Pick<OrdersPort, 'countedPieces'>,
  plantId: number,
  orderId: string,
): Promise<MissingOfOrder[]> => missingOf(reads, plantId, await orders.countedPieces(reads, plantId, orderId))

/** Open requirements of these pieces. */
export async function missingOf(
  reads: Reads,
  plantId: number,
  pieces: readonly { readonly id: number; readonly serial: string }[],
): Promise<MissingOfOrder[]> {
  const demands = await openDemandsOf(
    reads,
    plantId,
    pieces.map(({ id }) => id),
  )
  const missing = pieces.flatMap(({ id, serial }) =>
    (demands.get(id) ?? []).map((demand) => ({ demand, serial })),
  )
  return [...Map.groupBy(missing, ({ demand }) => demand)].map(([demand, own]) => ({
    demand,
    serials: own.map(({ serial }) => serial),
  }))
}

/** Pieces of an order with any quality record: inspection, weld, coat, report or assigned heat, whatever its result. */
export async function recordedPieces(reads: Reads, plantId: number, orderId: number): Promise<number[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number }>`
      select p.piece_id as id from inspections i join inspection_pieces p on p.inspection_id = i.id
        where i.plant_id = ${plantId} and i.order_id = ${orderId}
      union select piece_id from welds where plant_id = ${plantId} and order_id = ${orderId}
      union select p.piece_id from coats c join coat_pieces p on p.coat_id = c.id
        where c.plant_id = ${plantId} and c.order_id = ${orderId}
      union select piece_id from heat_uses where plant_id = ${plantId} and order_id = ${orderId}
      union select t.piece_id from trial_assemblies a join trial_pieces t on t.trial_id = a.id
        where a.plant_id = ${plantId} and a.order_id = ${orderId}
      union select piece_id from ncr_pieces where plant_id = ${plantId} and order_id = ${orderId}`,
  )
  return rows.map(({ id }) => id)
}
