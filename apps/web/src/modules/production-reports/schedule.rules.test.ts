import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  barOf,
  outlookOf,
  daysOf,
  fullness,
  loadOf,
  monthsShown,
  searchOf,
  shiftMonth,
  shownOf,
  spanOf,
  weekdayOf,
  withDueDays,
} from './schedule.rules.ts'
import { addDays, dayNumber } from '@cloud-factory/domain/numbers/civil-days'
import type {
  ProcessLoad,
  ScheduledOrder,
} from '@cloud-factory/contract/production-reports/production-reports'

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

const weeks = Array.from({ length: 12 }, (_, at) => ({
  from: addDays('2026-03-16', at * 7),
  to: addDays('2026-03-22', at * 7),
  share: at === 0 ? 3 / 7 : 1,
}))
const loadWith = (orders: ProcessLoad['orders'], more: Partial<ProcessLoad> = {}): ProcessLoad => ({
  today,
  weeks,
  processes: ['1', '2', '3'].map((processId) => ({ processId, kgPerWeek: 1000 })),
  orders,
  unreleased: { orders: 0, kg: 0 },
  more: false,
  ...more,
})
const noTrial = new Map<string, string>()
const rounded = (load: ReturnType<typeof loadOf>) =>
  load.map(({ cells }) => cells.map(({ kg }) => Math.round(kg)))

test('work that is left lies between today and the due day, each process after the one before', () => {
  const left = ['1', '2', '3'].map((processId) => ({ processId, kg: 900 }))
  const orders = [{ id: '7', startsOn: '2026-01-01', dueOn: '2026-04-12', left }]
  const [first, second, third] = rounded(loadOf(loadWith(orders), noTrial))
  expect(first?.slice(0, 4)).toEqual([225, 525, 150, 0])
  expect(second?.slice(0, 4)).toEqual([0, 300, 525, 75])
  expect(third?.slice(0, 4)).toEqual([0, 0, 375, 525])
})

test('all of it is in the weeks, unless the time goes on after them or nothing is due', () => {
  const anyDay = fc.integer({ min: -60, max: 80 }).map((days) => addDays(today, days))
  const kgs = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(anyDay, anyDay, kgs, (startsOn, dueOn, kg) => {
      const left = kg.map((one, at) => ({ processId: String(at + 1), kg: one }))
      const orders = [{ id: '7', startsOn, dueOn, left }]
      const isWithin = startsOn <= '2026-06-07' && dueOn <= '2026-06-07'
      for (const [at, { cells }] of loadOf(loadWith(orders), noTrial).entries()) {
        const sum = cells.reduce((total, cell) => total + cell.kg, 0)
        if (isWithin) expect(sum).toBeCloseTo(kg[at] ?? 0)
        else expect(sum).toBeLessThanOrEqual((kg[at] ?? 0) + 1e-6)
      }
    }),
  )
  const undated = [{ id: '7', startsOn: today, dueOn: null, left: [{ processId: '1', kg: 5 }] }]
  expect(
    rounded(loadOf(loadWith(undated), noTrial))
      .flat()
      .every((kg) => kg === 0),
  ).toBe(true)
})

test('weeks without work take nothing; a process without pace is over full, one without either is left out', () => {
  const closed = weeks.map((week, at) => ({ ...week, share: at === 1 ? 0 : week.share }))
  const orders = [{ id: '7', startsOn: today, dueOn: '2026-04-05', left: [{ processId: '1', kg: 1000 }] }]
  const processes = [
    { processId: '1', kgPerWeek: 0 },
    { processId: '2', kgPerWeek: 0 },
  ]
  const load = loadOf(loadWith(orders, { weeks: closed, processes }), noTrial)
  expect(load.map(({ processId }) => processId)).toEqual(['1'])
  expect(rounded(load)[0]?.slice(0, 4)).toEqual([300, 0, 700, 0])
  expect(load[0]?.cells.slice(0, 2).map(fullness)).toEqual([Number.POSITIVE_INFINITY, 0])
})

test('a due day that is tried out moves load, lateness and the start of an order that is due before it', () => {
  const left = [{ processId: '1', kg: 700 }]
  const load = loadWith([{ id: '7', startsOn: today, dueOn: '2026-03-22', left }])
  expect(rounded(loadOf(load, noTrial))[0]?.slice(0, 2)).toEqual([700, 0])
  expect(rounded(loadOf(load, new Map([['7', '2026-03-29']])))[0]?.slice(0, 2)).toEqual([210, 490])
  const forecast = { doneOn: '2026-04-10', daysLate: 11 } as ScheduledOrder['forecast']
  const item = {
    id: '7',
    startsOn: '2026-03-25',
    dueOn: '2026-03-30',
    daysLate: null,
    forecast,
  } as ScheduledOrder
  expect(withDueDays([item], new Map([['7', '2026-03-18']]), today)[0]).toMatchObject({
    startsOn: '2026-03-18',
    daysLate: 2,
    forecast: { daysLate: 23 },
  })
  expect(withDueDays([item], noTrial, today)[0]).toBe(item)
})
