import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepsFault, sumOfWeights } from './plan.rules.ts'
import type { ProcessKind } from './planning-resources.ts'

test.each<[ProcessKind[], ReturnType<typeof stepsFault>]>([
  [['work'], null],
  [['work', 'work', 'pack', 'ship', 'receive'], null],
  [['work', 'work', 'pack', 'receive'], null],
  [['work', 'pack', 'receive'], null],
  [['work', 'ship'], null],
  [[], 'route.no_work'],
  [['pack'], 'route.no_work'],
  [['pack', 'ship'], 'route.no_work'],
  [['pack', 'work'], 'route.steps_order'],
  [['work', 'ship', 'pack'], 'route.steps_order'],
  [['work', 'receive', 'ship'], 'route.steps_order'],
  [['work', 'pack', 'pack'], 'route.steps_order'],
  [['work', 'pack', 'work', 'ship'], 'route.steps_order'],
])('%j: %s', (kinds, fault) => {
  expect(stepsFault(kinds)).toBe(fault)
})

test('a route is in order exactly when sorting its kinds changes nothing and none of the last ones repeats', () => {
  const rank = { work: 0, pack: 1, ship: 2, receive: 3 }
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom<ProcessKind>('work', 'pack', 'ship', 'receive'), {
        minLength: 1,
        maxLength: 8,
      }),
      (kinds) => {
        const sorted = kinds.toSorted((one, other) => rank[one] - rank[other])
        const last = kinds.filter((kind) => kind !== 'work')
        const isGood = sorted.join() === kinds.join() && new Set(last).size === last.length
        expect(stepsFault(kinds) !== 'route.steps_order').toBe(isGood)
      },
    ),
  )
})

test('shares add up without the noise of binary fractions', () => {
  expect(sumOfWeights([33.333, 33.333, 33.334])).toBe(100)
  expect(sumOfWeights([33.333, 33.333, 33.334, null])).toBe(100)
  expect(sumOfWeights(Array.from({ length: 10 }, () => 0.1))).toBe(1)
  expect(sumOfWeights([])).toBe(0)
})
