import { afterEach, expect, test, vi } from 'vitest'

const dayMs = 86_400_000

afterEach(() => void vi.useRealTimers())

test('an instant from before the server was heard moves with its clock, however wrong the own one is', async () => {
  // A clock of this test alone: others go by the one that they share.
  vi.resetModules()
  vi.useFakeTimers()
  const { serverAt, serverNow, setClock } = await import('./clock.ts')
  const opened = performance.now()
  expect(serverAt(opened)).toBe(Date.now())
  vi.advanceTimersByTime(5_000)
  for (const wrong of [dayMs, -dayMs]) {
    setClock(Date.now() + wrong)
    expect(serverNow()).toBe(Date.now() + wrong)
    expect(serverNow() - serverAt(opened)).toBe(5_000)
  }
})
