import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brightnessAt, pageAt, pageBeside, pagesNow, type Turn, within } from './pages.rules.ts'

const noon = { minuteOfDay: 720, shiftId: '1' }
const always = (dwellS: number): Turn => ({ dwellS, schedule: null })
const from = (fromMinute: number, toMinute: number, shiftIds: string[] = []) => ({
  shiftIds,
  fromMinute,
  toMinute,
})

test('a schedule over midnight holds on both sides of it', () => {
  const night = from(22 * 60, 6 * 60)
  expect(
    [0, 359, 360, 720, 1319, 1320].map((minuteOfDay) => within(night, { minuteOfDay, shiftId: null })),
  ).toEqual([true, true, false, false, false, true])
})

test('a page of a shift is shown in that shift only', () => {
  expect(within(from(0, 0, ['2']), noon)).toBe(false)
  expect(within(from(0, 0, ['1', '2']), noon)).toBe(true)
  expect(within(from(0, 0, ['1']), { minuteOfDay: 720, shiftId: null })).toBe(false)
})

test('when it is no page’s hour, all are shown: a screen is never blank', () => {
  const turns = [
    { dwellS: 10, schedule: from(0, 60) },
    { dwellS: 10, schedule: from(60, 120) },
  ]
  expect(pagesNow(turns, noon)).toEqual([0, 1])
})

test('pages turn by their own dwell, by the clock of the server', () => {
  const turns = [always(60), always(30)]
  const at = (second: number) => pageAt(turns, noon, second * 1000)
  expect([0, 59, 60, 89, 90, 149, 150].map(at)).toEqual([0, 0, 1, 1, 0, 0, 1])
})

test('a screen begins with its first page, even a moment before its beginning', () => {
  // The clock on the screen counts whole seconds, so it may be behind the instant at which the screen was opened.
  expect([-999, -1, 0].map((ms) => pageAt([always(60), always(30)], noon, ms))).toEqual([0, 0, 0])
})

test('whatever the schedule, a page that is there is shown', () => {
  const schedule = fc.option(
    fc.record({
      shiftIds: fc.subarray(['1', '2', '3']),
      fromMinute: fc.integer({ min: 0, max: 1440 }),
      toMinute: fc.integer({ min: 0, max: 1440 }),
    }),
  )
  const turns = fc.array(fc.record({ dwellS: fc.integer({ min: 0, max: 3600 }), schedule }), { minLength: 1 })
  fc.assert(
    fc.property(turns, fc.integer(), fc.nat(1439), (pages, now, minuteOfDay) => {
      const hour = { minuteOfDay, shiftId: '1' }
      const open = pagesNow(pages, hour)
      expect(open).toContain(pageAt(pages, hour, now))
      for (const direction of [1, -1] as const) expect(open).toContain(pageBeside(pages, hour, 0, direction))
    }),
  )
  expect(pageAt([], noon, 0)).toBe(0)
})

test('a screen dims between two times of day', () => {
  const dim = { from: '20:00', to: '06:30', level: 0.4 }
  expect([300, 389, 390, 720, 1200].map((minute) => brightnessAt(dim, minute))).toEqual([0.4, 0.4, 1, 1, 0.4])
  expect(brightnessAt(null, 0)).toBe(1)
})
