import { expect, test } from 'vitest'
import { absent } from '../shared/format/numbers.ts'
import { measured, spanOf } from './figures.ts'

test.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1:00 min'],
  [1_018, '16:58 min'],
  [3_599, '59:59 min'],
  [3_600, '1:00 h'],
  [52_500, '14:35 h'],
  [-3, '0 s'],
] as const)('%s seconds are %s', (seconds, text) => {
  expect(spanOf(seconds)).toBe(text)
})

test('a span that is not known is a dash', () => {
  expect(spanOf(null)).toBe(absent)
  expect(spanOf(undefined)).toBe(absent)
})

test.each([
  [2, 'm/s²', '2 m/s²'],
  [2.000001, 'bar', '2 bar'],
  [612.46, 'A', '612.5 A'],
  [3, '', '3'],
] as const)('a measured value of %s %s is %s', (value, unit, text) => {
  expect(measured({ value, unit })).toBe(text)
})
