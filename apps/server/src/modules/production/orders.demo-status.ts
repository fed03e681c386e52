import type { OrderStatus } from '@cloud-factory/contract/order-statuses'

/** How the ages of orders give their states: the older, the further. `age` from 0 (newest) to 1. */
export function orderStatusOf(age: number, chance: number): OrderStatus {
  if (chance < 0.04) return 'cancelled'
  if (chance < 0.09 && age > 0.3 && age < 0.7) return 'on_hold'
  const stages = [
    [0.12, 'draft'],
    [0.24, 'confirmed'],
    [0.36, 'released'],
    [0.64, 'in_production'],
    [0.74, 'completed'],
    [0.88, 'shipped'],
  ] as const
  return stages.find(([until]) => age < until)?.[1] ?? 'closed'
}
