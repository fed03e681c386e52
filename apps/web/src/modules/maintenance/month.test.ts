import { expect, test } from 'vitest'
import { monthOf, movedMonth } from '../work-calendar/month-grid.tsx'

test.each([
  ['2026-02', 5, '2026-01-26', '2026-03-01'],
  ['2027-02', 4, '2027-02-01', '2027-02-28'],
  ['2026-11', 6, '2026-10-26', '2026-12-06'],
])('%s has %i weeks, from %s to %s', (month, weeks, from, to) => {
  const days = monthOf(month)
  expect(days).toHaveLength(weeks)
  expect(days[0]?.[0]).toBe(from)
  expect(days.at(-1)?.[6]).toBe(to)
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-05', 0, '2026-05'],
])('%s moved by %i is %s', (month, by, moved) => expect(movedMonth(month, by)).toBe(moved))
