import { expect, test } from 'vitest'
import { failuresAfter, mayAsk, pauseAfter } from './stream-link.rules.ts'

const broken = { status: null, wasSilent: false }
const silent = { status: null, wasSilent: true }
const refused = { status: 403, wasSilent: false }

test('pauses double from a second to half a minute; who is refused comes back after a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 9].map((failures) => pauseAfter(failures, broken))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(pauseAfter(1, refused)).toBe(60_000)
  // A server that is busy is no refusal of the person.
  expect(pauseAfter(2, { status: 503, wasSilent: false })).toBe(2_000)
})

test('after three failures it is asked for, after one silent stream at once, never after a refusal', () => {
  const three = [1, 2, 3].map((failures) => mayAsk(failures, broken))
  expect(three).toEqual([false, false, true])
  expect(mayAsk(failuresAfter(0, silent), silent)).toBe(true)
  expect(failuresAfter(7, silent)).toBe(8)
  expect(failuresAfter(0, broken)).toBe(1)
  expect(mayAsk(9, refused)).toBe(false)
})
