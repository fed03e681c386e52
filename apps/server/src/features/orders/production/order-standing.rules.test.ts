import { orderStatuses } from '@cloud-factory/contract/order-statuses'
import { expect, test } from 'vitest'
import { settledStatus, type Standing } from './order-standing.rules.ts'

const standing = (started: number, workDone: number, shipped: number, pieces = 3): Standing => ({
  pieces,
  started,
  workDone,
  shipped,
})

test.each([
  [standing(0, 0, 0), 'released'],
  [standing(1, 0, 0), 'in_production'],
  [standing(3, 2, 1), 'in_production'],
  [standing(3, 3, 0), 'completed'],
  [standing(3, 3, 2), 'completed'],
  [standing(3, 3, 3), 'shipped'],
  [standing(0, 0, 0, 0), 'released'],
] as const)('%o: %s, wherever it was before', (facts, status) => {
  for (const from of ['released', 'in_production', 'completed', 'shipped'] as const) {
    expect(settledStatus(from, facts)).toBe(status)
  }
})

test('states that people give stay', () => {
  const kept = orderStatuses.filter((status) => settledStatus(status, standing(3, 3, 3)) === status)
  expect(kept).toEqual(['draft', 'confirmed', 'shipped', 'closed', 'on_hold', 'cancelled'])
})
