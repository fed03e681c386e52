import { z } from 'zod'
import { day, endpoints, id } from '../endpoint.ts'
import { orderForecast } from '../orders/order-progress.ts'
import { orderStatuses, priorities } from '@cloud-factory/domain/orders/order-statuses'
import { kg } from '../enums.ts'

/** Maximum period of a schedule in days, and maximum number of orders. */
export const maxScheduleDays = 400
export const maxScheduled = 400

export const scheduledOrder = z.object({
  id,
  no: z.string(),
  name: z.string(),
  project: z.object({ id, code: z.string(), name: z.string() }),
  status: z.enum(orderStatuses),
  priority: z.enum(priorities),
  /** When work began; otherwise the planned start of the first lot; otherwise when the order was created. */
  startsOn: day,
  /** Which of the three it is. */
  startIs: z.enum(['started', 'planned', 'entered']),
  dueOn: day,
  progress: z.number(),
  forecast: orderForecast.nullable(),
  pieces: z.int(),
  weightKg: kg,
  heldPieces: z.int(),
  /** Days past the due date in the factory's time zone; null when not late. */
  daysLate: z.int().nullable(),
})
export type ScheduledOrder = z.output<typeof scheduledOrder>

export const orderScheduleApi = endpoints({
  'GET /api/orders/schedule': {
    permission: 'order.view',
    summary: 'Open orders with a due date whose time lies in a span of days, by due date.',
    query: z.strictObject({
      from: day,
      to: day,
      q: z.string().trim().max(100).optional(),
      projectId: id.optional(),
    }),
    reply: z.object({
      items: z.array(scheduledOrder),
      /** More orders match than are shown: narrow by project or search. */
      more: z.boolean(),
      /** Open orders without a due date, counted up to 1 000. */
      undated: z.int(),
      /** Today in the factory's time zone. */
      today: day,
    }),
    errors: ['state.refused'],
  },
})
