import { expect, test } from 'vitest'
import { firstPassYield, pareto, rolledYield } from './yield.rules.ts'

const step = (percent: number) => ({ inspected: 100, passed: percent })

test('rolled yield of published examples', () => {
  // Minitab, Six Sigma statistics: 0.95 × 0.84 × 0.88.
  expect(rolledYield([95, 84, 88].map(step))).toBeCloseTo(0.7, 2)
  // mfgcalcs.com, rolled throughput yield: before and after the first step was mended.
  expect(rolledYield([71, 97, 99, 96].map(step))).toBeCloseTo(0.6545, 4)
  expect(rolledYield([98, 97, 99, 96].map(step))).toBeCloseTo(0.9035, 4)
})

test('what was not inspected has no yield and does not count', () => {
  const none = { inspected: 0, passed: 0 }
  expect(firstPassYield(none)).toBeNull()
  expect(rolledYield([none, step(90)])).toBeCloseTo(0.9, 10)
  expect(rolledYield([none])).toBeNull()
})

test('bars from the greatest, with the running share', () => {
  const counts = { size: 20, undercut: 40, other: 5, porosity: 25, slag: 10, crack: 0 }
  const bars = pareto(Object.entries(counts).map(([of, value]) => ({ of, value })))
  expect(bars.map(({ of }) => of)).toEqual(['undercut', 'porosity', 'size', 'slag', 'other'])
  expect(bars.map(({ cumulative }) => Math.round(cumulative * 100))).toEqual([40, 65, 85, 95, 100])
  expect(pareto([])).toEqual([])
})
