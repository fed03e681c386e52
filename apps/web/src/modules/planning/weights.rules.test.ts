import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evenOut } from './weights.rules.ts'

test.each([
  [
    [50, 50],
    [50, 50],
  ],
  [
    [1, 1, 1],
    [33.4, 33.3, 33.3],
  ],
  [
    [10, 0, 30],
    [25, 0, 75],
  ],
  [
    [null, 0, undefined],
    [33.4, 33.3, 33.3],
  ],
])('%j becomes %j', (input, expected) => {
  expect(evenOut(input)).toEqual(expected)
})

test('what is evened out sums to 100, keeps zeros and the order of sizes', () => {
  const weight = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 100_000 }).map((value) => value / 1000),
  )
  fc.assert(
    fc.property(fc.array(weight, { minLength: 1, maxLength: 40 }), (weights) => {
      const even = evenOut(weights)
      expect(sumOfWeights(even)).toBe(100)
      const isEmpty = weights.every((value) => value === 0)
      weights.forEach((value, index) => {
        if (value === 0 && !isEmpty) expect(even[index]).toBe(0)
        weights.forEach((other, place) => {
          if (value > other) expect(even[index] ?? 0).toBeGreaterThanOrEqual(even[place] ?? 0)
        })
      })
    }),
  )
})
