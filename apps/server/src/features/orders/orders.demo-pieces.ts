import type { OrderStatus, PieceStatus } from '@cloud-factory/contract/orders'

/** How the pieces of an order in each state are spread, in shares from the first piece on. */
const spread: Readonly<Record<OrderStatus, readonly (readonly [PieceStatus, number])[]>> = {
  draft: [['planned', 1]],
  confirmed: [['planned', 1]],
  released: [
    ['issued', 0.35],
    ['planned', 0.65],
  ],
  in_production: [
    ['packed', 0.06],
    ['coated', 0.12],
    ['accepted', 0.12],
    ['to_inspect', 0.1],
    ['ncr_open', 0.02],
    ['rework', 0.02],
    ['in_process', 0.26],
    ['issued', 0.2],
    ['planned', 0.1],
  ],
  completed: [
    ['packed', 0.7],
    ['coated', 0.3],
  ],
  shipped: [
    ['received', 0.6],
    ['shipped', 0.4],
  ],
  closed: [['received', 1]],
  on_hold: [
    ['in_process', 0.5],
    ['planned', 0.5],
  ],
  cancelled: [['planned', 1]],
}

/** State of a piece of an order, by its place among the order's pieces (from 0). */
export function pieceStatusOf(order: OrderStatus, place: number, pieces: number): PieceStatus {
  let passed = 0
  for (const [status, share] of spread[order]) {
    passed += share
    if ((place + 0.5) / pieces <= passed + 1e-9) return status
  }
  return 'planned'
}

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
