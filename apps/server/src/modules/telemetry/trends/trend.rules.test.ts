import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courseOf, gapsOf, spanFor } from './trend.rules.ts'

const day = 86_400_000
const now = Date.UTC(2026, 2, 20)

test.each([
  ['an hour', 3_600_000, 1000, 'raw'],
  ['five hours of seconds', 5 * 3_600_000, 1000, 'raw'],
  ['six hours of seconds', 6 * 3_600_000, 1000, 'minute'],
  ['a day of minutes', day, 60_000, 'raw'],
  ['ten days', 10 * day, 1000, 'minute'],
  ['a month', 30 * day, 1000, 'hour'],
] as const)('%s is drawn from %s', (_, length, rateMs, span) => {
  expect(spanFor(now - length, now, rateMs, now - 14 * day)).toBe(span)
})

test('what is older than raw values are kept is never drawn from them', () => {
  expect(spanFor(now - 20 * day, now - 20 * day + 60_000, 1000, now - 14 * day)).toBe('minute')
})

const minute = 60_000
const sent = { span: 'raw', rateMs: 1000, holdMs: 0, byException: false, offline: [] } as const

test.each([
  ['a pause in which the machine still counts as connected', sent, minute, false],
  ['a silence that is too long', sent, minute + 1, true],
  ['the longer pauses of a slow machine', { ...sent, rateMs: 5 * minute }, 15 * minute, false],
  ['the same, summed by the minute', { ...sent, span: 'minute', rateMs: 5 * minute }, 15 * minute, false],
  ['a value that did not leave its dead band', { ...sent, holdMs: 120_000 }, 121_000, false],
  ['a short time offline', { ...sent, offline: [{ from: 2000, to: 4000 }] }, 6000, true],
  ['a time offline before', { ...sent, offline: [{ from: -9000, to: 0 }] }, 6000, false],
  ['a lost frame', { ...sent, offline: [{ from: 0, to: 9000 }] }, 2000, false],
  ['a day without a change of what sends changes', { ...sent, byException: true }, day, false],
  ['the death of its node', { ...sent, byException: true, offline: [{ from: 5, to: 9 }] }, day, true],
  [
    'the same, summed by the hour',
    { ...sent, span: 'hour', byException: true, offline: [{ from: 5, to: 9 }] },
    day,
    true,
  ],
] as const)('%s: is it a gap?', (_, facts, length, isGap) => {
  expect(gapsOf(facts)(0, length)).toBe(isGap)
})

const sum = (at: number, mean: number) => ({ at, mean, low: mean, high: mean })

test('no point beyond twice the pixels, no peak lost, no gap bridged', () => {
  const rows = fc.uniqueArray(fc.nat(10_000), { maxLength: 400 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 50, max: 200 }), (times, pixels) => {
      const sums = times.toSorted((a, b) => a - b).map((at) => sum(at, (at * 7919) % 1000))
      const gapMs = 40
      const course = courseOf(sums, { from: 0, to: 10_001, pixels }, (from, to) => to - from > gapMs)
      expect(course.at.length).toBeLessThanOrEqual(2 * pixels)
      expect(course.at).toEqual(course.at.toSorted((a, b) => a - b))
      const highs = course.high.filter((value) => value !== null)
      expect(Math.max(-1, ...highs)).toBe(Math.max(-1, ...sums.map(({ high }) => high)))
      // Between two points with a stretch of more than a gap and a pixel there is an end.
      const width = 10_001 / pixels
      for (const [place, at] of course.at.entries()) {
        const next = course.at[place + 1]
        if (next === undefined || course.mean[place] === null || course.mean[place + 1] === null) continue
        expect(next - at).toBeLessThanOrEqual(gapMs + 2 * width)
      }
    }),
  )
})
