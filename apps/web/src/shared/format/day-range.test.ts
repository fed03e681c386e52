import { expect, test } from 'vitest'
import { startOfDay } from './day-range.ts'

test.each([
  ['2026-03-05', 'Asia/Shanghai', 0, '2026-03-04T16:00:00.000Z'],
  ['2026-03-05', 'Asia/Shanghai', 1, '2026-03-05T16:00:00.000Z'],
  ['2026-12-31', 'Asia/Shanghai', 1, '2026-12-31T16:00:00.000Z'],
  ['2026-03-05', 'UTC', 0, '2026-03-05T00:00:00.000Z'],
  // The clocks go forward on 29 March 2026 at 2:00 and back on 25 October.
  ['2026-03-29', 'Europe/Madrid', 0, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Madrid', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Madrid', 0, '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Madrid', 1, '2026-10-25T23:00:00.000Z'],
])('%s in %s plus %i days begins at %s', (day, zone, plus, instant) => {
  expect(startOfDay(day, zone, plus)).toBe(instant)
})

test('no day, no instant', () => {
  expect(startOfDay(undefined, 'UTC')).toBeUndefined()
  expect(startOfDay('yesterday', 'UTC')).toBeUndefined()
})
