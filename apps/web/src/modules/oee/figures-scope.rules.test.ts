import { expect, test } from 'vitest'
import { scopeOf, searchOf } from './figures-scope.rules.ts'

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
