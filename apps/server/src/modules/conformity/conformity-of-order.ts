import type { OpenDemand } from '@cloud-factory/domain/conformity/conformity'
import type { Reads } from '../../platform/db/handles.ts'
import { openDemandsOf, type OrdersPort } from '../quality-records/public.ts'

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
