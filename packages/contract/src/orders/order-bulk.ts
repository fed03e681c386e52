import { z } from 'zod'
import { endpoints, id } from '../endpoint.ts'
import { maxPicked } from './order-exports.ts'
import { priorities } from '@cloud-factory/domain/orders/order-statuses'
import { orderFilter, orderSort } from './orders.ts'
import { text } from '../enums.ts'

export const bulkActions = ['confirm', 'release', 'hold', 'resume', 'priority'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Maximum number of orders per request. The browser sends more in several requests and shows the progress. */
export const maxAtOnce = 50

/** `already`: it was so before, perhaps from this same request after a lost reply. */
export const bulkOutcomes = ['done', 'already', 'refused'] as const

const ids = z.array(id).min(1).max(maxAtOnce)
const reason = text(500).min(1)

export const orderBulkApi = endpoints({
  'GET /api/order-ids': {
    summary: 'Ids of all orders that match, to act on them: at most 5000.',
    permission: 'order.view',
    query: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ...orderFilter,
      sort: orderSort.optional(),
    }),
    reply: z.object({ ids: z.array(id).max(maxPicked) }),
    errors: ['state.refused'],
  },
  'POST /api/orders/bulk': {
    summary: 'Does the same to several orders; each is judged by itself. Sent twice, nothing is done twice.',
    permissionOr: ['order.edit', 'order.release'],
    body: z.discriminatedUnion('action', [
      z.strictObject({ action: z.enum(['confirm', 'release']), ids }),
      z.strictObject({ action: z.enum(['hold', 'resume']), ids, reason }),
      z.strictObject({ action: z.literal('priority'), ids, priority: z.enum(priorities) }),
    ]),
    reply: z.object({
      items: z.array(
        z.object({
          id,
          /** null: the order no longer exists. */
          no: z.string().nullable(),
          outcome: z.enum(bulkOutcomes),
          /** Why it was rejected: a reason of orders, or an error code. */
          reason: z.string().nullable(),
        }),
      ),
    }),
    repeatable: true,
  },
})
