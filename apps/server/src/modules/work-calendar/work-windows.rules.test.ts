import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  instantOf,
  isWithin,
  plannedMinutes,
  type WorkCalendar,
  windowAt,
  windowsOf,
} from './work-windows.rules.ts'
import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { addDays, dayNumber, dayOf, weekdayOf } from '@cloud-factory/domain/numbers/civil-days'

const week = [1, 2, 3, 4, 5, 6]
const calendar: WorkCalendar = {
  timeZone: 'Asia/Shanghai',
  shifts: [
    { id: 1, startsAt: '08:00', endsAt: '20:00' },
    { id: 2, startsAt: '20:00', endsAt: '08:00' },
  ],
  running: [
    { shiftId: 1, weekdays: week, breaks: [{ startsAt: '12:00', minutes: 60 }] },
    { shiftId: 2, weekdays: week, breaks: [{ startsAt: '01:30', minutes: 30 }] },
  ],
  exceptions: new Map([
    ['2026-03-18', 'off'],
    ['2026-03-22', 'work'],
  ]),
}
const at = (text: string) => Date.parse(text)

describe('days', () => {
  test('are counted as the calendar of the world counts them', () => {
    const days = fc.integer({ min: -20_000, max: 40_000 })
    fc.assert(
      fc.property(days, (number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10)
        expect(dayOf(number)).toBe(day)
        expect(dayNumber(day)).toBe(number)
        expect(weekdayOf(day)).toBe(new Date(number * 86_400_000).getUTCDay() || 7)
      }),
    )
  })
  test('begin by the clock of the zone, also where it changes', () => {
    expect(instantOf('2026-03-20', 480, 'Asia/Shanghai')).toBe(at('2026-03-20T00:00:00Z'))
    expect(instantOf('2026-03-29', 0, 'Europe/Madrid')).toBe(at('2026-03-28T23:00:00Z'))
    expect(instantOf('2026-03-29', 8 * 60, 'Europe/Madrid')).toBe(at('2026-03-29T06:00:00Z'))
    expect(instantOf('2026-10-25', 8 * 60, 'Europe/Madrid')).toBe(at('2026-10-25T07:00:00Z'))
    // 02:30 comes twice that night: the first one counts.
    expect(instantOf('2026-10-25', 150, 'Europe/Madrid')).toBe(at('2026-10-25T00:30:00Z'))
    expect(instantOf('2026-11-01', 90, 'America/New_York')).toBe(at('2026-11-01T05:30:00Z'))
  })
  test('begin where the clock has gone on when it leaves out the hour of the beginning', () => {
    expect(instantOf('2026-03-29', 150, 'Europe/Madrid')).toBe(at('2026-03-29T01:30:00Z'))
    expect(instantOf('2026-03-08', 150, 'America/New_York')).toBe(at('2026-03-08T07:30:00Z'))
    // In Chile the clock goes from midnight to one: the day before ends at midnight all the same.
    expect(instantOf('2027-09-05', 0, 'America/Santiago')).toBe(at('2027-09-05T04:00:00Z'))
    const days = windowsOf(
      { ...calendar, timeZone: 'America/Santiago', shifts: [] },
      '2027-09-04',
      '2027-09-05',
    )
    expect(days.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([24, 23])
  })
})

describe('windows', () => {
  test('a night shift belongs to the day on which it began, with its break after midnight', () => {
    const [, night] = windowsOf(calendar, '2026-03-19', '2026-03-19')
    expect(night).toMatchObject({
      day: '2026-03-19',
      shiftId: 2,
      from: at('2026-03-19T12:00:00Z'),
      to: at('2026-03-20T00:00:00Z'),
      planned: [
        { from: at('2026-03-19T12:00:00Z'), to: at('2026-03-19T17:30:00Z') },
        { from: at('2026-03-19T18:00:00Z'), to: at('2026-03-20T00:00:00Z') },
      ],
    })
  })
  test('days off plan nothing, a worked Sunday plans all shifts', () => {
    const minutes = (day: string) => plannedMinutes(windowsOf(calendar, day, day))
    expect(minutes('2026-03-19')).toBe(660 + 690)
    expect(minutes('2026-03-18')).toBe(0)
    expect(minutes('2026-03-15')).toBe(0)
    expect(minutes('2026-03-22')).toBe(660 + 690)
  })
  test('breaks lie in their shift', () => {
    const [day, night] = calendar.shifts
    if (day === undefined || night === undefined) throw new Error('no shifts')
    expect(isWithin(day, '19:30', 30)).toBe(true)
    expect(isWithin(day, '19:31', 30)).toBe(false)
    expect(isWithin(night, '07:30', 30)).toBe(true)
    expect(isWithin(night, '12:00', 30)).toBe(false)
  })
  test('every instant lies in exactly one', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    const time = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
    const zone = fc.constantFrom('Asia/Shanghai', 'Europe/Madrid', 'America/New_York', 'UTC')
    // Two or three shifts one after the other, with or without time between them.
    const edges = fc.uniqueArray(minute, { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(
        edges,
        zone,
        fc.integer({ min: 20_200, max: 21_200 }),
        fc.nat(86_399_999),
        (list, timeZone, day, ms) => {
          const sorted = [...list].sort((one, other) => one - other)
          const shifts = []
          for (let index = 0; index + 1 < sorted.length; index += 2)
            shifts.push({
              id: index,
              startsAt: time(sorted[index] ?? 0),
              endsAt: time(sorted[index + 1] ?? 0),
            })
          const work = { timeZone, shifts, running: [], exceptions: new Map() }
          const from = dayOf(day)
          const windows = windowsOf(work, addDays(from, -1), addDays(from, 1))
          const instant = instantOf(from, 0, timeZone) + ms
          const found = windows.filter((window) => window.from <= instant && instant < window.to)
          expect(found.length).toBe(1)
          expect(windowAt(windows, instant)).toBe(found[0])
          if (found[0]?.shiftId === null) expect(found[0].day).toBe(clockAt(instant, timeZone).day)
        },
      ),
      { numRuns: 300 },
    )
  })
})
