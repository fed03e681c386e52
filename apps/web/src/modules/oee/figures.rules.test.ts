import { expect, test } from 'vitest'
import { scopeOf, searchOf, ofKind } from './figures.rules.ts'

const of = (text: string) => scopeOf(new URLSearchParams(text), '2026-03-20', '2026-03-14')

test('an address without anything, or with nonsense, is the last week by machine', () => {
  const usual = { part: 'overview', from: '2026-03-14', to: '2026-03-20', by: 'machine', filters: {} }
  expect(of('')).toEqual(usual)
  expect(of('part=x&from=20-3&to=&by=hour&class=boat&line=a%20b&machineId=-1')).toEqual(usual)
})

test('a scope comes back out of its address', () => {
  const scope = of('part=stops&from=2026-03-01&to=2026-03-05&by=day&class=laser&line=cut&workshopId=7')
  expect(of(new URLSearchParams(searchOf(scope)).toString())).toEqual(scope)
})

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
