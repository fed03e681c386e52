import { describe, expect, test } from 'vitest'
import { copied, monthAfter, pasted, targetOf, tonnesOf, withTarget } from './targets.rules.ts'

const row = (month: string, processId: string, tonnes: string) => ({ month, processId, tonnes })

test.each([
  ['2026-11', 2, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-05', 0, '2026-05'],
])('%s and %i months is %s', (month, months, expected) => {
  expect(monthAfter(month, months)).toBe(expected)
})

test.each([
  ['1,250.5', '1250.5'],
  [' 80 ', '80'],
  ['0', '0'],
  ['12.3456', null],
  ['-1', null],
  ['x', null],
  ['1e5', null],
])('tonnes out of %j', (text, expected) => {
  expect(tonnesOf(text)).toBe(expected)
})

test('a cell is set, set again and emptied', () => {
  const one = withTarget([], '2026-05', '1', '80')
  const two = withTarget(one, '2026-05', '1', '90')
  expect([two, targetOf(two, '2026-05', '1')]).toEqual([[row('2026-05', '1', '90')], '90'])
  expect(withTarget(two, '2026-05', '1', '')).toEqual([])
})

describe('cells of a spreadsheet', () => {
  const corner = { processes: ['1', '2'], months: ['2026-05', '2026-06'], row: 0, column: 1 }

  test('go down and to the right; what has no cell or is no number is counted', () => {
    const { targets, left } = pasted([row('2026-05', '1', '7')], '10\t11\r\n12\r\n13\r\n', corner)
    expect(targets).toEqual([row('2026-05', '1', '7'), row('2026-06', '1', '10'), row('2026-06', '2', '12')])
    expect(left).toBe(2)
    expect(pasted([], 'ten', corner)).toEqual({ targets: [], left: 1 })
  })

  test('an empty one takes the target away', () => {
    expect(pasted([row('2026-06', '1', '7')], '\n', corner).targets).toEqual([])
  })
})

test('a month is copied over another', () => {
  const before = [row('2026-05', '1', '7'), row('2026-06', '2', '8')]
  expect(copied(before, '2026-05', '2026-06')).toEqual([row('2026-05', '1', '7'), row('2026-06', '1', '7')])
})
