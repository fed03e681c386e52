import { expect, test } from 'vitest'
import { nextNumber } from './next-number.rules.ts'

const today = '2026-04-15'

test.each([
  ['counts on within the month', ['SO-2026-04-09', 'SO-2026-04-12', 'SO-2026-04-08'], 'SO-2026-04-13'],
  ['begins again in a new month', ['SO-2026-03-12', 'SO-2026-03-11'], 'SO-2026-04-01'],
  ['begins again in a new year', ['P-2025-07'], 'P-2026-01'],
  ['keeps a number without a separator between year and month', ['SO202603-007'], 'SO202604-001'],
  ['keeps a counter that is all there is', ['1041'], '1042'],
  ['grows past its digits', ['CUT-99'], 'CUT-100'],
  ['continues the latest series when there are several', ['B-07', 'A-99'], 'B-08'],
  ['skips numbers that do not end in digits', ['special', 'B-07'], 'B-08'],
])('%s', (_, latest, next) => expect(nextNumber(latest, today)).toBe(next))

test('proposes nothing where there is nothing to continue', () => {
  expect(nextNumber([], today)).toBeNull()
  expect(nextNumber(['special'], today)).toBeNull()
})
