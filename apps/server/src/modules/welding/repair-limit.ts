import type { Reads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { OrdersPort } from '../quality-records/public.ts'

/** Repairs of one weld that its project allows: the same setting that non-conformance reports ask. */
export async function repairLimit(
  reads: Reads,
  plantId: number,
  orders: OrdersPort,
  projectId: number,
): Promise<number> {
  const limits = await orders.repairLimits(reads, plantId, [projectId])
  return limits.get(projectId) ?? fail('not_found')
}
