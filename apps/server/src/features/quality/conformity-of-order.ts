import type { OpenDemand } from '@cloud-factory/contract/conformity'
import type { Reads } from '../../platform/db/handles.ts'
import { openDemandsOf } from './conformity.reads.ts'
import type { OrdersPort } from './orders.port.ts'

/** A demand that pieces of an order do not meet. */
export interface MissingOfOrder {
  readonly demand: OpenDemand
  /** Serials of the pieces, ascending. */
  readonly serials: readonly string[]
}

/** What an order still needs, by demand; empty when every piece that counts conforms. */
export async function missingOfOrder(
  reads: Reads,
  orders: Pick<OrdersPort, 'countedPieces'>,
  plantId: number,
  orderId: string,
): Promise<MissingOfOrder[]> {
  const pieces = await orders.countedPieces(reads, plantId, orderId)
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
