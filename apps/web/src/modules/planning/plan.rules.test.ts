import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'
import { expect, test } from 'vitest'
import { inserted, moved, evenOut } from './plan.rules.ts'
import { sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import fc from 'fast-check'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, 3, ['a', 'b', 'c']],
  [0, -1, ['a', 'b', 'c']],
  [5, 0, ['a', 'b', 'c']],
])('from %d to %d', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected)
})

test('a new step stands where it may', () => {
  const kindOf = (step: string) => (['pack', 'ship', 'receive'].includes(step) ? step : 'work') as ProcessKind
  expect(inserted(['cut', 'pack', 'ship'], 'weld', kindOf)).toEqual(['cut', 'weld', 'pack', 'ship'])
  expect(inserted(['cut', 'ship'], 'pack', kindOf)).toEqual(['cut', 'pack', 'ship'])
  expect(inserted(['pack'], 'cut', kindOf)).toEqual(['cut', 'pack'])
  expect(inserted([], 'receive', kindOf)).toEqual(['receive'])
})

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
