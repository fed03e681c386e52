import { expect, test } from 'vitest'
import { pollDelay } from './poll-delay.rules.ts'

test('asks again only while the server works', () => {
  expect(pollDelay(undefined, 0)).toBe(false)
  expect(pollDelay('reading', 1)).toBe(400)
  expect(pollDelay('applying', 1)).toBe(400)
  for (const status of ['ready', 'failed', 'applied', 'discarded'] as const)
    expect(pollDelay(status, 1)).toBe(false)
})

test('waits longer each time, four seconds at most', () => {
  const delays = Array.from({ length: 30 }, (_, answers) => pollDelay('reading', answers + 1))
  expect(delays).toEqual(delays.toSorted((a, b) => Number(a) - Number(b)))
  expect(delays.at(-1)).toBe(4000)
})
