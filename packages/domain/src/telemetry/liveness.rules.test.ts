import { expect, test } from 'vitest'
import { isCurrent, silenceOf, unknownFrom } from './liveness.rules.ts'

const minute = 60_000

test('a machine that sends at its own pace is gone after a minute, or three of its periods', () => {
  expect([100, 1000, 20_000, 60_000].map(silenceOf)).toEqual([minute, minute, minute, 3 * minute])
})

test('its value is current while it is heard and the value is no older than that', () => {
  const link = { online: true, byException: false }
  expect(isCurrent(link, minute, 1000)).toBe(true)
  expect(isCurrent(link, minute + 1, 1000)).toBe(false)
  expect(isCurrent({ ...link, online: false }, 0, 1000)).toBe(false)
  expect(isCurrent(null, 0, 1000)).toBe(false)
  expect(isCurrent(link, null, 1000)).toBe(false)
})

test('what is told by exception is current until its node dies, however old it is', () => {
  const link = { online: true, byException: true }
  expect(isCurrent(link, 30 * 86_400_000, 1000)).toBe(true)
  expect(isCurrent({ ...link, online: false }, 0, 1000)).toBe(false)
})

test('nothing is known of a silent machine from a period after the last news on, of one that says so from then on', () => {
  const silent = { at: 500_000, heardAt: 400_000, silent: true }
  expect(unknownFrom(silent, 390_000, 1000)).toBe(401_000)
  expect(unknownFrom(silent, 410_000, 1000)).toBe(411_000)
  expect(unknownFrom({ ...silent, silent: false }, 390_000, 1000)).toBe(500_000)
  expect(unknownFrom({ ...silent, silent: false }, 600_000, 1000)).toBe(600_001)
})
