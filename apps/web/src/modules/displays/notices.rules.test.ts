import { expect, test } from 'vitest'
import { noticeState } from './notices.rules.ts'

test.each([
  ['2026-05-10', '2026-05-12', '2026-05-09', 'coming'],
  ['2026-05-10', '2026-05-12', '2026-05-10', 'now'],
  ['2026-05-10', '2026-05-12', '2026-05-12', 'now'],
  ['2026-05-10', '2026-05-12', '2026-05-13', 'over'],
  ['2026-05-10', null, '2030-01-01', 'now'],
])('from %s until %s, on %s: %s', (from, until, today, expected) => {
  expect(noticeState({ from, until }, today)).toBe(expected)
})
