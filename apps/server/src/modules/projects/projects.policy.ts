import type { OrderReason } from '@cloud-factory/domain/orders/order-statuses'

export type ProjectStatus = 'active' | 'closed'

interface ProjectFacts {
  readonly status: ProjectStatus
  readonly orders: number
}

export function canEditProject(tags: readonly string[]): true | OrderReason {
  return tags.includes('order.edit') || 'permission.denied'
}

export function canDeleteProject(tags: readonly string[], project: ProjectFacts): true | OrderReason {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return project.orders === 0 || 'project.has_orders'
}

/** Whether an order may be put into the project. */
export function canTakeOrder(project: ProjectFacts): true | OrderReason {
  return project.status === 'active' || 'project.closed'
}
