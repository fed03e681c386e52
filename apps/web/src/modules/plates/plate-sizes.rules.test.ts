import { expect, test } from 'vitest'
import { areSizes, sizesOf } from './plate-sizes.rules.ts'

test.each([
  ['12000 × 2500', [[12_000, 2500]]],
  [
    '8000x2000, 6000*1500.5',
    [
      [8000, 2000],
      [6000, 1500.5],
    ],
  ],
  [
    '1500×800\n400＊300\n',
    [
      [1500, 800],
      [400, 300],
    ],
  ],
  ['', []],
])('%s is read as sizes', (text, sizes) => {
  expect(sizesOf(text).map(({ lengthMm, widthMm }) => [lengthMm, widthMm])).toEqual(sizes)
  expect(areSizes(text, 2)).toBe(true)
})

test.each(['12000', '8000 × x', '8000 × 5', '1 × 1, 2 × 2, 3 × 3'])('%s is refused', (text) => {
  expect(areSizes(text, 2)).toBe(false)
})
