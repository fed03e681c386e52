import type { BodyOf, QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type { orderBulkApi } from '@cloud-factory/contract/orders/order-bulk'
import { maxPicked } from '@cloud-factory/contract/orders/order-exports'
import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads, Tx, Write } from '../../platform/db/handles.ts'
import { DomainError, fail } from '../../platform/http/domain-error.ts'
import { moveOrder, orderForUpdate, orderIds, setPriority } from '../orders/public.ts'
import { holdOrder, resumeOrder } from './hold-orders.ts'
import { releaseOrder } from './release-order.ts'
import { isAlready } from './production.rules.ts'

type IdsApi = (typeof orderBulkApi)['GET /api/order-ids']
type BulkApi = (typeof orderBulkApi)['POST /api/orders/bulk']
type BulkInput = BodyOf<BulkApi>
type BulkItem = ReplyOf<BulkApi>['items'][number]

/** Ids of all matching orders; fails with `bulk.too_many` instead of silently leaving some out. */
export async function pickedIds(
  reads: Reads,
  actor: Actor,
  query: QueryOf<IdsApi>,
  now: Date,
): Promise<ReplyOf<IdsApi>> {
  const ids = await orderIds(reads, actor, query, now, maxPicked + 1)
  if (ids.length > maxPicked) fail('state.refused', { params: { reason: 'bulk.too_many', most: maxPicked } })
  return { ids: ids.map(String) }
}

/**
 * Applies an action to several orders, each in its own transaction and with its own checks. A rejected order does not affect the others. Orders are
 * processed in the order of their ids, as everywhere.
 */
export async function bulkOrders(
  tx: Tx,
  actor: Actor,
  input: BulkInput,
  now: Date,
): Promise<ReplyOf<BulkApi>> {
  const ids = [...new Set(input.ids)].toSorted((one, other) => Number(one) - Number(other))
  const items: BulkItem[] = []
  for (const id of ids) items.push(await oneOf(tx, actor, input, id, now))
  return { items }
}

async function oneOf(tx: Tx, actor: Actor, input: BulkInput, id: string, now: Date): Promise<BulkItem> {
  let no: string | null = null
  try {
    const outcome = await tx(async (write) => {
      const order = await orderForUpdate(write, actor.plantId, id)
      no = order.no
      const state = { status: order.status as OrderStatus, priority: order.priority }
      const priority = input.action === 'priority' ? input.priority : undefined
      if (isAlready(state, input.action, priority)) return 'already' as const
      await actions(input)(write, actor, id, order.version, now)
      return 'done' as const
    })
    return { id, no, outcome, reason: null }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const reason = error.facts.params?.['reason'] ?? error.code
    return { id, no, outcome: 'refused', reason: String(reason) }
  }
}

type Action = (write: Write, actor: Actor, id: string, version: number, now: Date) => Promise<void>

/** The command behind the action, the same as for a single order. */
function actions(input: BulkInput): Action {
  switch (input.action) {
    case 'confirm':
      return (write, actor, id, version, now) =>
        moveOrder(write, actor, id, { version, to: 'confirmed' }, now)
    case 'release':
      return (write, actor, id, version, now) => releaseOrder(write, actor, id, { version }, now)
    case 'hold':
      return (write, actor, id) => holdOrder(write, actor, id, input.reason)
    case 'resume':
      return (write, actor, id) => resumeOrder(write, actor, id, input.reason)
    case 'priority':
      return (write, actor, id) => setPriority(write, actor, id, input.priority)
  }
}
