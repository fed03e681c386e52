import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courseOf, gapOf, spanFor } from './trend.rules.ts'

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

test('a gap is three frames, or the silence of a dead band', () => {
  expect([gapOf('raw', 1000, 0), gapOf('raw', 1000, 60_000), gapOf('minute', 1000, 0)]).toEqual([
    3000, 61_000, 90_000,
  ])
})

const sum = (at: number, mean: number) => ({ at, mean, low: mean, high: mean })

test('no point beyond twice the pixels, no peak lost, no gap bridged', () => {
  const rows = fc.uniqueArray(fc.nat(10_000), { maxLength: 400 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 50, max: 200 }), (times, pixels) => {
      const sums = times.toSorted((a, b) => a - b).map((at) => sum(at, (at * 7919) % 1000))
      const gapMs = 40
      const course = courseOf(sums, { from: 0, to: 10_001, pixels, gapMs })
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
