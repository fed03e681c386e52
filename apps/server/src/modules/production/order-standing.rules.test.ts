import { orderStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { expect, test } from 'vitest'
import { statusFromSummary, type StatusSummary } from './order-standing.rules.ts'

const summary = (started: number, workDone: number, shipped: number, pieces = 3): StatusSummary => ({
  pieces,
  started,
  workDone,
  shipped,
})

test.each([
  [summary(0, 0, 0), 'released'],
  [summary(1, 0, 0), 'in_production'],
  [summary(3, 2, 1), 'in_production'],
  [summary(3, 3, 0), 'completed'],
  [summary(3, 3, 2), 'completed'],
  [summary(3, 3, 3), 'shipped'],
  [summary(0, 0, 0, 0), 'released'],
] as const)('%o: %s, wherever it was before', (facts, status) => {
  for (const from of ['released', 'in_production', 'completed', 'shipped'] as const) {
    expect(statusFromSummary(from, facts)).toBe(status)
  }
})

test('states that people give stay', () => {
  const kept = orderStatuses.filter((status) => statusFromSummary(status, summary(3, 3, 3)) === status)
  expect(kept).toEqual(['draft', 'confirmed', 'shipped', 'closed', 'on_hold', 'cancelled'])
})
