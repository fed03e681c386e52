import { expect, test } from 'vitest'
import { spanFault } from './production-report.queries.ts'

test.each([
  ['2026-03-20', '2026-03-20', null],
  ['2026-03-20', '2026-03-19', 'before_start'],
  ['2025-02-15', '2026-03-21', null],
  ['2025-02-14', '2026-03-21', 'report.too_long'],
  ['0001-01-01', '9999-12-31', 'report.too_long'],
])('%s to %s: %s', (from, to, fault) => {
  expect(spanFault(from, to, 400)).toBe(fault)
})
