import { expect, test } from 'vitest'
import { alarmsFirst, ordersByRisk } from './queue.rules.ts'

const order = (no: string, late: number | null, release: true | string = 'order.not_confirmed') => ({
  no,
  status: release === true ? 'confirmed' : 'in_production',
  dueOn: '2026-11-30',
  daysLate: null,
  forecast: late === null ? null : { daysLate: late },
  can: { release },
})

test('orders to release come first, the others by their expected lateness', () => {
  const orders = [order('A', null), order('B', -3), order('C', null, true), order('D', 12), order('E', null)]
  expect(ordersByRisk(orders).map(({ no }) => no)).toEqual(['C', 'D', 'B', 'A', 'E'])
})

test('of many orders to release the first four lead', () => {
  const orders = [1, 2, 3, 4, 5].map((no) => order(String(no), null, true))
  const late = { ...order('late', null), daysLate: 2 }
  expect(ordersByRisk([...orders, late]).map(({ no }) => no)).toEqual(['1', '2', '3', '4', 'late', '5'])
})

test('an overdue order counts as late even when its forecast is unknown', () => {
  const overdue = { ...order('A', null), daysLate: 1 }
  expect(ordersByRisk([order('B', -5), overdue]).map(({ no }) => no)).toEqual(['A', 'B'])
})

test('alarms that nobody has acknowledged come first', () => {
  const alarms = [
    { id: '1', ackedAt: '2026-11-26T08:00:00Z' },
    { id: '2', ackedAt: null },
    { id: '3', ackedAt: null },
  ]
  expect(alarmsFirst(alarms).map(({ id }) => id)).toEqual(['2', '3', '1'])
})
