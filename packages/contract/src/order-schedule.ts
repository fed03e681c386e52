import { z } from 'zod'
import { day, endpoints, id } from './endpoint.ts'
import { orderForecast } from './order-progress.ts'
import { orderStatuses, priorities } from './order-statuses.ts'
import { kg } from './enums.ts'

/** A schedule spans so many days at most, and shows so many orders. */
export const maxScheduleDays = 400
export const maxScheduled = 400

export const scheduledOrder = z.object({
  id,
  no: z.string(),
  name: z.string(),
  project: z.object({ id, code: z.string(), name: z.string() }),
  status: z.enum(orderStatuses),
  priority: z.enum(priorities),
  /** When work began, else when its first lot is planned to begin, else when it was entered. */
  startsOn: day,
  /** Which of the three. */
  startIs: z.enum(['started', 'planned', 'entered']),
  dueOn: day,
  progress: z.number(),
  forecast: orderForecast.nullable(),
  pieces: z.int(),
  weightKg: kg,
  heldPieces: z.int(),
  /** Days past the due date in the factory’s zone; null when not late. */
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
      /** More match than are shown: narrow by project or words. */
      more: z.boolean(),
      /** Open orders without a due date, counted up to 1 000. */
      undated: z.int(),
      /** Today in the factory’s zone. */
      today: day,
    }),
    errors: ['state.refused'],
  },
})
