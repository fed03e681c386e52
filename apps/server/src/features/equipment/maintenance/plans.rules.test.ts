import { expect, test } from 'vitest'
import { addDays } from './civil-days.ts'
import { planState } from './plans.rules.ts'

test.each([
  ['2026-03-19', true, 'overdue'],
  ['2026-03-20', true, 'due'],
  ['2026-03-23', true, 'due'],
  ['2026-03-24', true, 'later'],
  ['2026-03-01', false, 'off'],
])('a plan for %s (in use: %s) is %s', (dueOn, active, state) => {
  const today = '2026-03-20'
  expect(planState({ active, dueOn }, { today, noticeUntil: addDays(today, 3) })).toBe(state)
})

test.each([
  ['2026-02-27', 2, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days is %s', (day, days, result) => expect(addDays(day, days)).toBe(result))
