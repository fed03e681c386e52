import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import { systemActor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { someOrders } from './orders.reads.ts'

/** Statuses of orders that are in production or should be. */
export const runningStatuses: readonly OrderStatus[] = ['released', 'in_production', 'on_hold']
/** Maximum number of running orders. */
const maxOrders = 500

/** Running orders as in their list, with forecasts; empty projects: all. */
export const runningOrders = (
  reads: Reads,
  plantId: number,
  projectIds: readonly string[],
  now: Date,
): Promise<OrderRow[]> =>
  someOrders(
    reads,
    systemActor(plantId),
    allOf([
      sql`plant_id = ${plantId}`,
      sql`status in (${sql.join(runningStatuses.map((status) => sql.lit(status)))})`,
      projectIds.length === 0 ? null : sql`project_id = any(${projectIds.map(Number)}::bigint[])`,
    ]),
    maxOrders,
    now,
  )
