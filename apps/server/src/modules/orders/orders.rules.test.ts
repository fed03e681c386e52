import type { OrderStatus } from '@cloud-factory/domain/orders/order-statuses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '@cloud-factory/domain/numbers/civil-days'
import { byRisk, type ForecastFacts, forecastOf, type PlantDay, markKind } from './orders.rules.ts'

/** Monday to Saturday of the four weeks before Friday 20 March 2026. */
const plant: PlantDay[] = Array.from({ length: 28 }, (_, index) => index)
  .filter((index) => index % 7 !== 2)
  .map((index) => ({
    day: new Date(Date.UTC(2026, 1, 20 + index)).toISOString().slice(0, 10),
    weightedKg: 3000,
    orders: 3,
  }))
const facts = (overrides: Partial<ForecastFacts> = {}): ForecastFacts => ({
  status: 'in_production',
  weightKg: 20_000,
  progress: 0.5,
  dueOn: '2026-03-30',
  today: '2026-03-20',
  own: null,
  plant,
  ...overrides,
})

describe('the forecast', () => {
  test('of an order with a pace of its own: what it did on the days the plant worked', () => {
    const own = { firstDay: '2026-03-06', weightedKg: 6000, daysWorked: 5 }
    // Twelve days of work in two weeks: 500 kg a day, 20 days of work are 23.3 of the calendar, today the first.
    expect(forecastOf(facts({ own }))).toEqual({
      doneOn: '2026-04-12',
      kgPerDay: 500,
      basis: 'order',
      from: '2026-03-06',
      to: '2026-03-19',
      daysLate: 13,
    })
  })

  test('of an order that has just begun: the pace of an average order in the workshop', () => {
    const own = { firstDay: '2026-03-18', weightedKg: 9000, daysWorked: 2 }
    expect(forecastOf(facts({ own }))).toMatchObject({
      basis: 'plant',
      kgPerDay: 1000,
      doneOn: '2026-03-31',
      daysLate: 1,
    })
  })

  test.each([
    [999.9, 'plant'],
    [1000, 'order'],
  ])('%s kg of 20 t in the window: the pace of the %s', (weightedKg, basis) => {
    const own = { firstDay: '2026-03-06', weightedKg, daysWorked: 5 }
    expect(forecastOf(facts({ own }))?.basis).toBe(basis)
  })

  test.each<[string, Partial<ForecastFacts>]>([
    ['nothing is left', { progress: 1 }],
    ['the order is held', { status: 'on_hold' }],
    ['it is not released', { status: 'confirmed' }],
    ['nobody worked', { plant: [] }],
    ['it would take more than ten years', { weightKg: 9_000_000_000 }],
  ])('there is none when %s', (_name, overrides) => {
    expect(forecastOf(facts(overrides))).toBeNull()
  })

  test('is today at the earliest, and later with more to do', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other) => {
          const [less, more] = [Math.max(one, other), Math.min(one, other)]
          const soon = forecastOf(facts({ progress: less }))
          const late = forecastOf(facts({ progress: more }))
          if (soon === null || late === null) return
          expect(daysBetween('2026-03-20', soon.doneOn)).toBeGreaterThanOrEqual(0)
          expect(daysBetween(soon.doneOn, late.doneOn)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

test.each([
  ['钢柱', 'A-1', 'column'],
  ['屋面梁檩条', 'A-1', 'purlin'],
  ['柱间支撑', 'A-1', 'brace'],
  ['吊车梁', 'A-1', 'plate_girder'],
  ['Column', 'A-1', 'column'],
  ['VIGA', 'A-1', 'beam'],
  ['', 'GKZ-101', 'column'],
  ['', 'GL-2', 'beam'],
  ['', 'GKL12', 'beam'],
  ['', 'SC-3', 'brace'],
  ['', 'LT-9', 'purlin'],
  ['', 'HJ-1', 'truss'],
  ['', 'YM-1', 'embed'],
  ['', 'gz-1', 'column'],
  ['', '1001', 'other'],
  ['', 'QQQ-1', 'other'],
])('name %j, mark %j: %s', (name, mark, kind) => {
  expect(markKind(name, mark)).toBe(kind)
})

test('by risk: latest by forecast first, then least slack, undated ones, at last those on hold', () => {
  const order = (
    id: number,
    dueOn: string | null,
    daysLate: number | null = null,
    status: OrderStatus = 'released',
  ) => ({
    id,
    dueOn,
    daysLate,
    status,
    today: '2026-03-20',
  })
  const orders = [
    order(1, null),
    order(2, '2026-03-10', null, 'on_hold'),
    order(3, '2026-04-20', -2),
    order(4, '2026-03-25'),
    order(5, '2026-05-01', 3),
    order(6, '2026-03-18'),
    order(7, '2026-06-01', 30),
    order(8, null),
    order(9, '2026-03-21', null, 'on_hold'),
  ]
  expect(byRisk(orders).map(({ id }) => id)).toEqual([7, 5, 6, 3, 4, 1, 8, 2, 9])
})
