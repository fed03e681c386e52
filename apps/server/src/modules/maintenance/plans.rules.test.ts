import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type CountedFacts, countedPlan, planState } from './plans.rules.ts'

const today = '2026-03-20'

test.each([
  ['2026-03-19', true, 'overdue'],
  ['2026-03-20', true, 'due'],
  ['2026-03-23', true, 'due'],
  ['2026-03-24', true, 'later'],
  ['2026-03-01', false, 'off'],
  [null, true, 'later'],
])('a plan for %s (in use: %s) is %s', (dueOn, active, state) => {
  expect(planState({ active, dueOn }, { today, noticeUntil: addDays(today, 3) })).toBe(state)
})

test.each([
  ['2026-02-27', 2, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days is %s', (day, days, result) => expect(addDays(day, days)).toBe(result))

const facts: CountedFacts = {
  active: true,
  every: 250,
  noticeDays: 3,
  sum: 210,
  base: 0,
  recent: { sum: 140, days: 14 },
}

test.each<[string, Partial<CountedFacts>, object]>([
  ['on its way', {}, { used: 210, perDay: 10, dueOn: '2026-03-24', state: 'later' }],
  ['within its notice', { noticeDays: 4 }, { dueOn: '2026-03-24', state: 'due' }],
  ['used up to the hour', { sum: 250 }, { used: 250, dueOn: today, state: 'overdue' }],
  ['just begun', { sum: 40, base: 40 }, { used: 0, dueOn: '2026-04-14', state: 'later' }],
  ['less than there was', { sum: 30, base: 40 }, { used: 0, state: 'later' }],
  ['a machine that stands', { recent: { sum: 0, days: 14 } }, { perDay: 0, dueOn: null, state: 'later' }],
  ['heard today for the first time', { recent: null }, { perDay: null, dueOn: null, state: 'later' }],
  ['a machine that tells nothing', { sum: null, recent: null }, { used: null, dueOn: null, state: 'untold' }],
  ['switched off', { active: false, sum: 300 }, { used: 300, state: 'off' }],
  ['years ahead', { every: 1_000_000 }, { dueOn: null, state: 'later' }],
])('counted: %s', (_, change, result) => {
  expect(countedPlan({ ...facts, ...change }, today)).toMatchObject(result)
})

const amounts = fc.double({ min: 0, max: 1e6, noNaN: true })
const anyFacts = fc.record({
  active: fc.constant(true),
  every: fc.integer({ min: 1, max: 9_999_999 }),
  noticeDays: fc.integer({ min: 0, max: 90 }),
  sum: fc.option(amounts),
  base: amounts,
  recent: fc.option(fc.record({ sum: amounts, days: fc.integer({ min: 0, max: 28 }) })),
})

test('whatever is counted: nothing below zero, nothing due before today, and more use is never due later', () => {
  fc.assert(
    fc.property(anyFacts, amounts, (plannedFacts, more) => {
      const one = countedPlan(plannedFacts, today)
      expect(one.used ?? 0).toBeGreaterThanOrEqual(0)
      if (one.dueOn !== null) expect(one.dueOn >= today).toBe(true)
      expect(one.state === 'untold').toBe(one.used === null)
      expect(one.state === 'overdue').toBe(one.used !== null && one.used >= plannedFacts.every)
      if (plannedFacts.sum === null) return
      const other = countedPlan({ ...plannedFacts, sum: plannedFacts.sum + more }, today)
      if (one.dueOn !== null) expect((other.dueOn ?? '9') <= one.dueOn).toBe(true)
      const rank = ['later', 'due', 'overdue']
      expect(rank.indexOf(other.state)).toBeGreaterThanOrEqual(rank.indexOf(one.state))
    }),
  )
})
