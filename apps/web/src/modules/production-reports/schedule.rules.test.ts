import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  barOf,
  outlookOf,
  daysOf,
  monthsShown,
  searchOf,
  shiftMonth,
  shownOf,
  spanOf,
  weekdayOf,
} from './schedule.rules.ts'
import { dayNumber } from '@cloud-factory/domain/numbers/civil-days'

const today = '2026-03-20'

test('an address shows what it says and nonsense shows this month', () => {
  const shown = shownOf(
    new URLSearchParams('month=2026-05&zoom=quarter&view=calendar&q=SO&projectId=3'),
    today,
  )
  expect(shown).toEqual({ month: '2026-05', zoom: 'quarter', view: 'calendar', q: 'SO', projectId: '3' })
  expect(shownOf(new URLSearchParams(searchOf(shown, today)), today)).toEqual(shown)
  expect(searchOf(shownOf(new URLSearchParams('month=2026-13&zoom=x&projectId=a'), today), today)).toEqual({})
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', 3, '2027-02'],
])('%s and %d months: %s', (month, months, expected) => {
  expect(shiftMonth(month, months)).toBe(expected)
})

test('spans end with their months', () => {
  expect(spanOf('2024-02', 1)).toEqual(['2024-02-01', '2024-02-29'])
  expect(spanOf('2026-11', 3)).toEqual(['2026-11-01', '2027-01-31'])
  expect(monthsShown({ zoom: 'quarter', view: 'calendar' })).toBe(1)
})

test('days and weekdays are those of the calendar', () => {
  const anyDay = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(dayNumber(day)).toBe(Math.floor(date.getTime() / 86_400_000))
      expect(daysOf(day, day)).toEqual([day])
      expect(weekdayOf(day)).toBe((date.getUTCDay() + 6) % 7)
    }),
  )
})

const order = (overrides: Partial<Parameters<typeof barOf>[0]>) => ({
  startsOn: '2026-03-01',
  dueOn: '2026-03-10',
  progress: 0,
  forecast: null,
  daysLate: null,
  ...overrides,
})
const march = (overrides: Partial<Parameters<typeof barOf>[0]>) =>
  barOf(order(overrides), '2026-03-01', '2026-03-31', today)

test('a bar ends with its last day', () => {
  expect(march({}).planned).toEqual({ left: 0, width: (10 / 31) * 100 })
  expect(march({ startsOn: '2026-03-31', dueOn: '2026-03-31' }).planned?.width).toBeCloseTo(100 / 31)
  expect(march({ startsOn: '2026-04-01', dueOn: '2026-04-05' }).planned).toBeNull()
})

test('what is cut off says so, and what is done stays where it is', () => {
  const bar = march({ startsOn: '2026-02-19', dueOn: '2026-03-10', progress: 0.5 })
  expect(bar.goesOn).toEqual({ before: true, after: false })
  // Twenty days in total; ten of them are in March, and none of those is completed.
  expect(bar.filled).toBe(0)
  expect(march({ startsOn: '2026-02-19', dueOn: '2026-03-10', progress: 0.75 }).filled).toBeCloseTo(50)
})

test('a late order goes on until today, a forecast stands in the middle of its day', () => {
  const forecast = {
    doneOn: '2026-03-16',
    kgPerDay: 1,
    basis: 'order' as const,
    from: '2026-02-01',
    to: '2026-03-01',
    daysLate: 6,
  }
  const bar = march({ daysLate: 10, forecast })
  expect(bar.overdue).toEqual({ left: (10 / 31) * 100, width: expect.closeTo((10 / 31) * 100) as number })
  expect(bar.forecast).toBe(50)
  expect(outlookOf({ daysLate: 10, forecast })).toBe('late')
  expect(outlookOf({ daysLate: null, forecast })).toBe('risk')
  expect(outlookOf({ daysLate: null, forecast: { ...forecast, daysLate: 0 } })).toBe('good')
  expect(outlookOf({ daysLate: null, forecast: null })).toBe('good')
})

test('whatever the order, its pieces lie inside of what is shown', () => {
  const day = fc
    .integer({ min: 20_400, max: 20_700 })
    .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(day, day, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, progress) => {
      const [startsOn, dueOn] = one < other ? [one, other] : [other, one]
      const { planned, filled, overdue } = march({
        startsOn,
        dueOn,
        progress,
        daysLate: dueOn < today ? 1 : null,
      })
      for (const piece of [planned, overdue]) {
        if (piece === null) continue
        expect(piece.left).toBeGreaterThanOrEqual(0)
        expect(piece.left + piece.width).toBeLessThanOrEqual(100.000001)
      }
      expect(filled).toBeGreaterThanOrEqual(0)
      expect(filled).toBeLessThanOrEqual(100.000001)
    }),
  )
})
