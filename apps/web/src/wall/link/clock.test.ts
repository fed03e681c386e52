import { expect, test } from 'vitest'
import { serverAt, serverNow, setClock } from './clock.ts'

const dayMs = 86_400_000

test('an instant from before the server was heard moves with its clock, however wrong the own one is', () => {
  const opened = performance.now()
  for (const wrong of [dayMs, -dayMs]) {
    setClock(Date.now() + wrong)
    const passed = serverNow() - serverAt(opened)
    expect(passed).toBeGreaterThanOrEqual(0)
    expect(passed).toBeLessThan(60_000)
    expect(Math.abs(serverNow() - Date.now() - wrong)).toBeLessThan(60_000)
  }
})
