import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderStatuses, type PieceSummary } from '@cloud-factory/domain/orders/order-statuses'
import {
  kgOfPart,
  type PieceFacts,
  pieceStatusAfter,
  type Route,
  splitHours,
  stepsToReport,
  thousandths,
  statusFromSummary,
  isAlready,
} from './production.rules.ts'

const step = (processId: number, overrides: Partial<Route[number]> = {}): Route[number] => ({
  processId,
  code: `P${processId}`,
  kind: 'work',
  gate: 'none',
  gives: null,
  ...overrides,
})
const route: Route = [
  step(1),
  step(2, { gate: 'self' }),
  step(3, { gate: 'hold', gives: 'accepted' }),
  step(4),
  step(5, { gate: 'inspect', gives: 'coated' }),
  step(6, { kind: 'pack' }),
  step(7, { kind: 'ship' }),
  step(8, { kind: 'receive' }),
]

describe('the state of a piece by its place on the route', () => {
  test.each([
    [0, 0, 'issued'],
    [0, 0.2, 'in_process'],
    [1, 0, 'in_process'],
    [2, 0, 'to_inspect'],
    [3, 0, 'accepted'],
    [4, 0.5, 'accepted'],
    [5, 0, 'coated'],
    [6, 0, 'packed'],
    [7, 0, 'shipped'],
    [8, 0, 'received'],
  ])('%i steps and %f of the next: %s', (done, part, status) => {
    expect(pieceStatusAfter(route, done, part, true)).toBe(status)
    expect(pieceStatusAfter(route, done, part, false)).toBe('planned')
  })
})

describe('which steps a report writes', () => {
  const facts = (overrides: Partial<PieceFacts> = {}): PieceFacts => ({
    orderStatus: 'in_production',
    status: 'in_process',
    stepsDone: 1,
    stepPart: 0,
    holds: 0,
    ...overrides,
  })
  const judge = (overrides: Partial<PieceFacts>, processId: number, part?: number, withEarlier = false) =>
    stepsToReport(facts(overrides), route, { processId, part, withEarlier })

  test.each<[string, Partial<PieceFacts>, number, number | undefined, boolean, unknown]>([
    ['the next one', {}, 2, undefined, false, { from: 1, to: 1, part: 1, finishes: true }],
    [
      'what is left of it',
      { stepPart: 0.3 },
      2,
      undefined,
      false,
      { from: 1, to: 1, part: 0.7, finishes: true },
    ],
    ['a part of it', { stepPart: 0.3 }, 2, 0.6, false, { from: 1, to: 1, part: 0.6, finishes: false }],
    ['the last part of it', { stepPart: 0.3 }, 2, 0.7, false, { from: 1, to: 1, part: 0.7, finishes: true }],
    [
      'with the one before',
      { stepsDone: 0, stepPart: 0.4 },
      2,
      0.5,
      true,
      { from: 0, to: 1, part: 0.5, finishes: false },
    ],
  ])('%s', (_name, overrides, processId, part, withEarlier, steps) => {
    expect(judge(overrides, processId, part, withEarlier)).toEqual(steps)
  })

  test.each<[string, Partial<PieceFacts>, number, number | undefined, boolean, string]>([
    ['before its turn', { stepsDone: 0 }, 2, undefined, false, 'work.step_before'],
    ['over a gate', {}, 4, undefined, true, 'work.step_before'],
    ['again', { stepsDone: 2 }, 2, undefined, false, 'work.done_already'],
    ['too much', { stepPart: 0.5 }, 2, 0.6, false, 'work.part_too_large'],
    ['not on its route', {}, 9, undefined, false, 'work.not_on_route'],
    ['packing by hand', { stepsDone: 5 }, 6, undefined, false, 'work.not_by_hand'],
    ['held', { holds: 1 }, 2, undefined, false, 'work.piece_held'],
    ['of a held order', { orderStatus: 'on_hold' }, 2, undefined, false, 'work.order_held'],
    [
      'of an order not released',
      { orderStatus: 'confirmed' },
      2,
      undefined,
      false,
      'work.order_not_released',
    ],
    ['of a cancelled order', { orderStatus: 'cancelled' }, 2, undefined, false, 'work.order_not_released'],
    ['scrapped', { status: 'scrapped' }, 2, undefined, false, 'work.piece_scrapped'],
    ['superseded', { status: 'superseded' }, 2, undefined, false, 'work.piece_superseded'],
    ['with a non-conformance', { status: 'ncr_open' }, 2, undefined, false, 'work.piece_ncr'],
  ])('not %s', (_name, overrides, processId, part, withEarlier, reason) => {
    expect(judge(overrides, processId, part, withEarlier)).toMatchObject({ reason })
  })
})

test('parts of a step sum to the weight of the piece to the gram, however it is cut', () => {
  const shares = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000_000 }), shares, (grams, cuts) => {
      const netKg = grams / 1000
      let before = 0
      let sum = 0
      for (const cut of [...cuts, 1000]) {
        const part = thousandths(Math.min(cut / 1000, 1 - before))
        if (part <= 0) break
        const kg = kgOfPart(netKg, before, part)
        expect(kg).toBeGreaterThanOrEqual(0)
        sum += Math.round(kg * 1000)
        before = thousandths(before + part)
      }
      expect(before).toBe(1)
      expect(sum).toBe(grams)
    }),
  )
})

test('hours are split by weight and sum to the whole', () => {
  expect(splitHours(3, [100, 200])).toEqual([1, 2])
  expect(splitHours(1, [0, 0, 0])).toEqual([0.33, 0.34, 0.33])
  const weights = fc.array(fc.integer({ min: 0, max: 9_000_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), weights, (hundredths, kgs) => {
      const parts = splitHours(hundredths / 100, kgs)
      expect(parts.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(hundredths)
      expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
    }),
  )
})

const summary = (started: number, workDone: number, shipped: number, pieces = 3): PieceSummary => ({
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
  const unchanged = orderStatuses.filter((status) => statusFromSummary(status, summary(3, 3, 3)) === status)
  expect(unchanged).toEqual(['draft', 'confirmed', 'shipped', 'closed', 'on_hold', 'cancelled'])
})

test.each([
  ['confirmed', 'confirm', true],
  ['draft', 'confirm', false],
  ['released', 'confirm', false],
  ['released', 'release', true],
  ['in_production', 'release', false],
  ['on_hold', 'hold', true],
  ['released', 'hold', false],
  ['released', 'resume', true],
  ['on_hold', 'resume', false],
] as const)('%s, to %s: already so is %s', (status, action, already) =>
  expect(isAlready({ status, priority: 'B' }, action, undefined)).toBe(already),
)

test('a priority is already so when it is the same', () => {
  expect(isAlready({ status: 'draft', priority: 'A' }, 'priority', 'A')).toBe(true)
  expect(isAlready({ status: 'draft', priority: 'A' }, 'priority', 'B')).toBe(false)
})
