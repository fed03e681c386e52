import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '@cloud-factory/domain/numbers/civil-days'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('days on agree with the calendar of the runtime', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (from, days) => {
      const expected = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
      expect(addDays(from, days)).toBe(expected)
      expect(daysBetween(from, expected)).toBe(days)
    }),
  )
})
