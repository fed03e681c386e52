import fc from 'fast-check'
import { shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'
import { describe, expect, test } from 'vitest'
import { overlapOf, type ShiftTimes, shiftOf } from './shifts.rules.ts'

const day: ShiftTimes = { id: 1, startsAt: '08:00', endsAt: '20:00' }
const night: ShiftTimes = { id: 2, startsAt: '20:00', endsAt: '08:00' }
const early: ShiftTimes = { id: 3, startsAt: '06:00', endsAt: '14:00' }
const late: ShiftTimes = { id: 4, startsAt: '14:00', endsAt: '00:00' }

describe('the working day of an instant', () => {
  test.each([
    // Shanghai is eight hours ahead of UTC.
    ['2026-03-20T00:00:00Z', [day, night], '2026-03-20', 1],
    ['2026-03-20T11:59:59Z', [day, night], '2026-03-20', 1],
    ['2026-03-20T12:00:00Z', [day, night], '2026-03-20', 2],
    ['2026-03-20T16:00:00Z', [day, night], '2026-03-20', 2],
    ['2026-03-20T23:59:00Z', [day, night], '2026-03-20', 2],
    ['2026-03-21T00:00:00Z', [day, night], '2026-03-21', 1],
    ['2025-12-31T17:00:00Z', [day, night], '2025-12-31', 2],
    ['2026-03-20T15:59:00Z', [early, late], '2026-03-20', 4],
    ['2026-03-20T16:00:00Z', [early, late], '2026-03-21', null],
    ['2026-03-20T16:00:00Z', [], '2026-03-21', null],
  ] as const)('%s', (instant, shifts, expected, shiftId) => {
    expect(shiftOf(Date.parse(instant), shifts, 'Asia/Shanghai')).toEqual({ day: expected, shiftId })
  })

  test('a night on which the clock changes belongs to the day it began on', () => {
    // Madrid: 29 March 2026 has 23 hours, 25 October 25.
    const at = (instant: string) => shiftOf(Date.parse(instant), [day, night], 'Europe/Madrid')
    expect(at('2026-03-29T05:30:00Z')).toEqual({ day: '2026-03-28', shiftId: 2 })
    expect(at('2026-03-29T06:00:00Z')).toEqual({ day: '2026-03-29', shiftId: 1 })
    expect(at('2026-10-25T06:30:00Z')).toEqual({ day: '2026-10-24', shiftId: 2 })
  })

  test('round the clock every instant has one shift, and days never go back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        fc.constantFrom('Asia/Shanghai', 'Europe/Madrid', 'America/St_Johns'),
        (instant, later, timeZone) => {
          const one = shiftOf(instant, [day, night], timeZone)
          const other = shiftOf(instant + later, [day, night], timeZone)
          expect(one.shiftId).not.toBeNull()
          expect(other.day >= one.day).toBe(true)
        },
      ),
    )
  })
})

const minutes = fc.integer({ min: 0, max: 1439 })
const time = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
const anyShift = fc
  .tuple(minutes, minutes)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({ startsAt: time(from), endsAt: time(to) }))

describe('shifts that share a minute', () => {
  test.each([
    [[day, night], null],
    [[early, late], null],
    [
      [day, early],
      [1, 3],
    ],
    [
      [night, early],
      [2, 3],
    ],
    [
      [late, day],
      [4, 1],
    ],
    [
      [early, late, night],
      [3, 2],
    ],
  ] as const)('%#', (shifts, expected) => {
    expect(overlapOf(shifts)?.map(({ id }) => id) ?? null).toEqual(expected)
  })

  test('overlap is what counting every minute says', () => {
    const covers = (shift: Omit<ShiftTimes, 'id'>, minute: number) =>
      shiftOf(minute * 60_000, [{ id: 1, ...shift }], 'UTC').shiftId === 1
    fc.assert(
      fc.property(anyShift, anyShift, (one, other) => {
        const shared = Array.from({ length: 1440 }, (_, minute) => minute).some(
          (minute) => covers(one, minute) && covers(other, minute),
        )
        expect(
          overlapOf([
            { id: 1, ...one },
            { id: 2, ...other },
          ]) !== null,
        ).toBe(shared)
      }),
      { numRuns: 30 },
    )
  })

  test('length by the clock', () => {
    expect([day, night, late].map(shiftMinutes)).toEqual([720, 720, 600])
  })
})
