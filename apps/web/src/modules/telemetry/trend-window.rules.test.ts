import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMinutes, moved, zoomed } from './trend-window.rules.ts'

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
