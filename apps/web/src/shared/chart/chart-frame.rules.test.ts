import { expect, test } from 'vitest'
import { axisOf, frame, pathOf, ticksOf } from './chart-frame.rules.ts'

test.each([
  [-1, 1, [-1, -0.5, 0, 0.5, 1]],
  [0, 0.3, [0, 0.1, 0.2, 0.3]],
  [0.12, 0.12, [0.12, 0.15]],
  [0, 0, [0, 0.25, 0.5, 0.75, 1]],
  [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, [0, 1]],
])('ticks from %d to %d lie round and enclose', (low, high, expected) => {
  const ticks = ticksOf(low, high)
  expect(ticks[0]).toBeLessThanOrEqual(Math.min(low, expected[0] ?? 0))
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(Number.isFinite(high) ? high : 1)
  if (low !== high) expect(ticks).toEqual(expected)
})

test('a gap lifts the pen; stairs reach half way to their neighbours', () => {
  const axis = axisOf(2, [0, 1])
  expect(pathOf(axis, [null, 1, 0]).match(/[ML]/g)).toEqual(['M', 'L'])
  const stairs = pathOf(axis, [1, 1], true)
  expect(stairs.startsWith(`M${frame.left.toFixed(1)} `)).toBe(true)
  expect(stairs).toContain(`${(frame.width - frame.right).toFixed(1)} `)
})
