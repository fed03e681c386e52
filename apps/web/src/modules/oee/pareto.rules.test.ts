import { expect, test } from 'vitest'
import { ofKind } from './pareto.rules.ts'

const bar = { names: null, stops: 1, cumulative: 0 }
const bars = [
  { ...bar, reasonId: '1', kind: 'unplanned' as const, state: null, seconds: 600 },
  { ...bar, reasonId: null, kind: null, state: 'maintenance' as const, seconds: 300 },
  { ...bar, reasonId: null, kind: null, state: 'idle' as const, seconds: 200 },
]

test('shares are of the bars shown; maintenance without a word was planned, standing was not', () => {
  expect(ofKind(bars, 'all').at(-1)?.cumulative).toBe(1)
  expect(ofKind(bars, 'unplanned').map(({ key, cumulative }) => [key, cumulative])).toEqual([
    ['1', 0.75],
    ['idle', 1],
  ])
  expect(ofKind(bars, 'planned').map(({ key }) => key)).toEqual(['maintenance'])
  expect(ofKind([], 'all')).toEqual([])
})
