import { expect, test } from 'vitest'
import { daysBefore, instantShown, startOfDay } from './day-range.ts'
import { formatInstant } from './dates.ts'

test('a day so many days before another', () => {
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29')
  expect(daysBefore('2026-01-01', 1)).toBe('2025-12-31')
  expect(daysBefore('2026-01-01', 0)).toBe('2026-01-01')
})

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
  // There the clock goes from midnight to one: no midnight, and the day before is not shorter for it.
  ['2027-09-04', 'America/Santiago', 1, '2027-09-05T04:00:00.000Z'],
  ['2027-09-05', 'America/Santiago', 0, '2027-09-05T04:00:00.000Z'],
])('%s in %s plus %i days begins at %s', (day, zone, plus, instant) => {
  expect(startOfDay(day, zone, plus)).toBe(instant)
})

test('no day, no instant', () => {
  expect(startOfDay(undefined, 'UTC')).toBeUndefined()
  expect(startOfDay('yesterday', 'UTC')).toBeUndefined()
})

test.each(['Asia/Shanghai', 'UTC', 'Europe/Madrid', 'America/Mexico_City', 'Pacific/Chatham'])(
  'what is typed by the clock of %s is shown by it again',
  (zone) => {
    // Half past four and every six hours on: no reading that a change of the clocks leaves out.
    for (let wall = Date.UTC(2026, 0, 1, 4, 30); wall < Date.UTC(2027, 0, 1); wall += 6 * 3_600_000) {
      const typed = new Date(wall).toISOString().slice(0, 16)
      const shown = formatInstant(instantShown(wall, zone), zone, '{y}-{m}-{d}T{h}:{i}')
      expect(shown).toBe(typed)
    }
  },
)
