import type { Item } from '@cloud-factory/domain/wall/wall-frame'
import type { OrdersAtRisk } from '@cloud-factory/domain/wall/wall-panels'
import type { OrderFact } from './facts.types.ts'
import { masked } from './masking.rules.ts'
import { item } from './trust.rules.ts'
import { rounded } from './grams.rules.ts'
import type { View } from './view.types.ts'

const maxRows = 20

/** Late by more than the screen's limit, held, or with an open non-conformance. */
const isAtRisk = ({ lateDays, held, openNcrs }: OrderFact, most: number): boolean =>
  held || openNcrs > 0 || (lateDays !== null && lateDays > most)

/** Orders that will miss their due date, latest first. */
export async function ordersAtRisk({ facts, scope, now }: View): Promise<Item<OrdersAtRisk>> {
  const [orders, { masking }] = await Promise.all([facts.orders(scope), facts.said()])
  const risky = orders.filter((order) => isAtRisk(order, scope.thresholds.lateDays))
  const rank = ({ lateDays }: OrderFact) => lateDays ?? Number.NEGATIVE_INFINITY
  return item(now, 'good', {
    orders: risky
      .toSorted((one, other) => rank(other) - rank(one))
      .slice(0, maxRows)
      .map((order) => ({
        ...order,
        dueDate: order.dueDate ?? '',
        project: masked(order.project, masking.projects),
        customer: masked(order.customer, masking.customers),
        progress: rounded(order.progress, 4) ?? 0,
      })),
    atRisk: risky.length,
    running: orders.length,
  })
}
