import { expect, test } from 'vitest'
import { failuresAfter, canAsk, pauseAfter } from './stream-link.rules.ts'

const broken = { status: null, wasSilent: false }
const silent = { status: null, wasSilent: true }
const refused = { status: 403, wasSilent: false }
const tooMany = { status: 429, wasSilent: false }

test('pauses double from a second to half a minute; who is turned away comes back after a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((failures) => pauseAfter(failures, broken))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect([refused, tooMany].map((end) => pauseAfter(1, end))).toEqual([60_000, 60_000])
  // A server that is busy is no refusal of the person.
  expect(pauseAfter(2, { status: 503, wasSilent: false })).toBe(2_000)
})

test('after three failures it is asked for, after one silent stream or one too many at once, never after a refusal', () => {
  const three = [1, 2, 3].map((failures) => canAsk(failures, broken))
  expect(three).toEqual([false, false, true])
  expect([silent, tooMany].map((end) => canAsk(failuresAfter(0, end), end))).toEqual([true, true])
  expect(failuresAfter(7, silent)).toBe(8)
  expect(failuresAfter(0, broken)).toBe(1)
  expect(canAsk(9, refused)).toBe(false)
})
