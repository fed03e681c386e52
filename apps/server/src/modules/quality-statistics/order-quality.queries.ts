import type { OrderQuality } from '@cloud-factory/contract/quality-statistics/quality-statistics'
import { openDemands } from '@cloud-factory/domain/conformity/conformity'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { openDemandsOf, type OrdersPort } from '../quality-records/public.ts'
import { firstPassYield } from './yield.rules.ts'

/** Inspections, first pass, heats and open demands of an order; fails with `not_found` when the plant has no such order. */
export async function orderQuality(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  orderId: string,
): Promise<OrderQuality> {
  if ((await orders.order(reads, plantId, orderId)) === null) return fail('not_found')
  const ids = (await orders.countedPieces(reads, plantId, orderId)).map(({ id }) => id)
  const [inspections, firstPass, heats, open] = await Promise.all([
    inspectionsOf(reads, plantId, orderId),
    firstPassOf(reads, plantId, orderId),
    heatsOf(reads, plantId, orderId, ids),
    openDemandsOf(reads, plantId, ids),
  ])
  const byDemand = Map.groupBy([...open.values()].flat(), (demand) => demand)
  return {
    pieces: ids.length,
    inspections,
    firstPass: { ...firstPass, yield: firstPassYield(firstPass) },
    heats,
    demands: openDemands.flatMap((demand) => {
      const pieces = byDemand.get(demand)?.length ?? 0
      return pieces === 0 ? [] : [{ demand, pieces }]
    }),
  }
}

async function inspectionsOf(
  reads: Reads,
  plantId: number,
  orderId: string,
): Promise<OrderQuality['inspections']> {
  const [row] = await readRows(
    reads,
    sql<OrderQuality['inspections']>`
      select count(*) filter (where status in ('draft', 'submitted', 'judged'))::int as open,
        count(*) filter (where status = 'locked')::int as locked,
        count(*) filter (where status = 'locked' and verdict = 'fail')::int as failed
      from inspections where plant_id = ${plantId} and order_id = ${orderId}`,
  )
  return row ?? { open: 0, locked: 0, failed: 0 }
}

/** Pieces of first inspections, as the yield of the plant counts them. */
async function firstPassOf(reads: Reads, plantId: number, orderId: string) {
  const [row] = await readRows(
    reads,
    sql<{ inspected: number; passed: number }>`
      select count(*)::int as inspected, count(*) filter (where coalesce(ip.verdict, i.verdict) = 'pass')::int as passed
      from inspections i join inspection_pieces ip on ip.inspection_id = i.id
      where i.plant_id = ${plantId} and i.order_id = ${orderId} and i.status not in ('cancelled', 'replaced')
        and i.judged_at is not null and i.parent_id is null and i.corrects_id is null`,
  )
  return row ?? { inspected: 0, passed: 0 }
}

async function heatsOf(
  reads: Reads,
  plantId: number,
  orderId: string,
  pieceIds: readonly number[],
): Promise<OrderQuality['heats']> {
  const [row] = await readRows(
    reads,
    sql<OrderQuality['heats']>`
      select count(distinct piece_id)::int as pieces, coalesce(sum(kg), 0) as kg, (
          select count(distinct lot_id)::int from heat_uses where plant_id = ${plantId} and order_id = ${orderId}) as lots
      from heat_uses where plant_id = ${plantId} and piece_id = any(${[...pieceIds]}::bigint[])`,
  )
  return row ?? { pieces: 0, lots: 0, kg: 0 }
}
