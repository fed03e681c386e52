import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'
import { expect, test } from 'vitest'
import { inserted, moved } from './steps.rules.ts'

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
