import { expect, test } from 'vitest'
import { absent } from '../shared/format/numbers.ts'
import { liftingVerdict, numbersIn, spanOf } from './figures.ts'

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

test('what is not known is a dash', () => {
  const { figure, percent, tonnesOf } = numbersIn('en')
  for (const text of [
    spanOf(null),
    spanOf(undefined),
    figure(null),
    figure(Number.NaN),
    percent(null),
    tonnesOf(null),
  ])
    expect(text).toBe(absent)
})

test.each([
  ['zh', '12,345.6', '86.4%', '1.2', '1,234', '186–209'],
  ['en', '12,345.6', '86.4%', '1.2', '1,234', '186–209'],
  ['es', '12.345,6', '86,4\u00A0%', '1,2', '1234', '186–209'],
] as const)('numbers in %s', (language, amount, share, small, large, range) => {
  const { figure, percent, tonnesOf, tonnesBetween } = numbersIn(language)
  expect(figure(12_345.58, 1)).toBe(amount)
  expect(percent(0.8641, 1)).toBe(share)
  expect(tonnesOf(1_200)).toBe(small)
  expect(tonnesOf(1_234_400)).toBe(large)
  expect(tonnesBetween(186_000, 209_400)).toBe(range)
  expect(figure(-0.2)).toBe('0')
})

test.each([
  [2, 'm/s²', '2 m/s²'],
  [2.000001, 'bar', '2 bar'],
  [612.46, 'A', '612,5 A'],
  [3, '', '3'],
] as const)('a measured value of %s %s is %s', (value, unit, text) => {
  expect(numbersIn('es').measured({ value, unit })).toBe(text)
})

test.each([
  [3, 9.9, 'ok'],
  [3, 10, 'stop'],
  [10, null, 'stop'],
  [3, null, 'unknown'],
  [null, null, 'unknown'],
] as const)('lifting in wind of %s with gusts of %s m/s, limit 10: %s', (windMs, gustMs, verdict) => {
  expect(liftingVerdict({ windMs, gustMs }, 10)).toBe(verdict)
})
