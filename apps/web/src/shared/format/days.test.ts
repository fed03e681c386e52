import { expect, test } from 'vitest'
import { daysBefore } from './days.ts'

test('a day so many days before another', () => {
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29')
  expect(daysBefore('2026-01-01', 1)).toBe('2025-12-31')
  expect(daysBefore('2026-01-01', 0)).toBe('2026-01-01')
})
