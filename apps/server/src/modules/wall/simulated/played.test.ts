import { expect, test } from 'vitest'
import { playedDay } from './played.ts'

const zone = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text}+08:00`)
const reported = (now: string, isNight: boolean) => {
  const { day, shift, planned } = playedDay(at(now), zone, isNight)
  return { day, shift: shift?.id ?? null, endsAt: shift?.endsAt ?? null, planned }
}

test.each([
  ['2026-11-23T05:59', '2026-11-23', null, null],
  ['2026-11-23T06:00', '2026-11-23', 'early', '2026-11-23T14:00'],
  ['2026-11-23T14:00', '2026-11-23', 'late', '2026-11-23T22:00'],
  ['2026-11-23T22:00', '2026-11-23', null, null],
] as const)('an ordinary day at %s', (now, day, shift, end) => {
  expect(reported(now, false)).toMatchObject({ day, shift, endsAt: end === null ? null : at(end) })
})

test.each([
  ['2026-11-22T19:59', '2026-11-22', 'day', '2026-11-22T20:00'],
  ['2026-11-22T20:00', '2026-11-23', 'night', '2026-11-23T08:00'],
  ['2026-11-23T00:06', '2026-11-23', 'night', '2026-11-23T08:00'],
  ['2026-11-23T08:00', '2026-11-23', 'day', '2026-11-23T20:00'],
] as const)('with a night shift at %s', (now, day, shift, end) => {
  const { planned, ...rest } = reported(now, true)
  expect(rest).toEqual({ day, shift, endsAt: at(end) })
  // The working day holds the instant and the shift that runs: what is left of it is planned.
  const [span] = planned
  expect(span?.from).toBeLessThanOrEqual(at(now))
  expect(span?.to).toBeGreaterThanOrEqual(at(end))
})
