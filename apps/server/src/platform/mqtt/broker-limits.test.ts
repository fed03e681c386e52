import { expect, test } from 'vitest'
import { ConnectionRate } from './broker-limits.ts'

test('an address opens so many at once, then as many a minute; others are not concerned', () => {
  const rate = new ConnectionRate(60)
  const opened = (address: string, now: number, tries: number) =>
    Array.from({ length: tries }, () => rate.allows(address, now)).filter(Boolean).length
  expect(opened('10.0.0.1', 0, 100)).toBe(60)
  expect(opened('10.0.0.2', 0, 10)).toBe(10)
  expect(opened('10.0.0.1', 10_000, 100)).toBe(10)
  expect(opened('10.0.0.1', 600_000, 100)).toBe(60)
})

test('addresses that were not heard for long are forgotten', () => {
  const rate = new ConnectionRate(1)
  for (let n = 0; n < 10_000; n += 1) rate.allows(`a${n}`, 0)
  expect(rate.allows('a5', 1000)).toBe(false)
  expect(rate.allows('b', 60_000)).toBe(true)
  expect(rate.allows('a5', 60_000)).toBe(true)
})
