import { expect, test } from 'vitest'
import { pointAt, timesOf, valueAt, lastMinutes, moved, zoomed } from './trend.rules.ts'
import fc from 'fast-check'

const names = (word: string) => ({ zh: word, en: word, es: word })
const current = {
  names: names('current'),
  unit: 'A',
  decimals: 1,
  at: [10, 20, 21, 40],
  mean: [1, 2, null, 4],
}
const counter = { names: names('count'), unit: '', decimals: 0, at: [15], mean: [7] }

test('points of all courses, gaps left out', () => {
  expect(timesOf({ series: [current, counter] })).toEqual([10, 15, 20, 40])
})

test.each([
  [9, null],
  [10, 1],
  [19, 1],
  [20, 2],
  [21, null],
  [39, null],
  [99, 4],
])('at %d: %s', (time, value) => {
  expect(valueAt(current, time)).toBe(value)
})

test('a point in words', () => {
  const texts = {
    nameOf: (all: { en: string }) => all.en,
    instant: (at: number) => `t${at}`,
    none: 'nothing',
  }
  expect(pointAt({ series: [current, counter] }, 20, texts)).toBe('t20: current 2.0 A, count 7')
  expect(pointAt({ series: [current, counter] }, 30, texts)).toBe('t30: current nothing, count 7')
})

const now = Date.UTC(2026, 2, 20, 12)

test('a zoom keeps the middle, a move the length; neither goes beyond now', () => {
  const hour = { from: now - 7_200_000, to: now - 3_600_000, live: false }
  expect(zoomed(hour, 0.5, now)).toEqual({ from: now - 6_300_000, to: now - 4_500_000, live: false })
  expect(moved(hour, -0.25, now)).toEqual({ from: now - 8_100_000, to: now - 4_500_000, live: false })
  expect(moved(hour, 2, now)).toEqual({ from: now - 3_600_000, to: now, live: true })
  expect(zoomed(lastMinutes(60, now), 4, now)).toEqual({ from: now - 14_400_000, to: now, live: true })
})

test('however it is zoomed and moved, it is a minute at least, 400 days at most, and ends by now', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.double({ min: -4, max: 4, noNaN: true })), { maxLength: 30 }),
      (steps) => {
        let window = lastMinutes(15, now)
        for (const [isZoom, by] of steps)
          window = isZoom ? zoomed(window, Math.abs(by) + 0.1, now) : moved(window, by, now)
        expect(window.to - window.from).toBeGreaterThanOrEqual(59_999)
        expect(window.to - window.from).toBeLessThanOrEqual(400 * 86_400_000 + 1)
        expect(window.to).toBeLessThanOrEqual(now)
      },
    ),
  )
})
