import fc from 'fast-check'
import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'
import { expect, test } from 'vitest'
import { canChangeSteps, canPlan, stepsVerdict, sumOfWeights } from './plan.rules.ts'

test.each<[ProcessKind[], ReturnType<typeof stepsVerdict>]>([
  [['work'], true],
  [['work', 'work', 'pack', 'ship', 'receive'], true],
  [['work', 'pack', 'receive'], true],
  [['work', 'ship'], true],
  [['pack', 'ship'], 'route.no_work'],
  [['pack', 'work'], 'route.steps_order'],
  [['work', 'ship', 'pack'], 'route.steps_order'],
  [['work', 'pack', 'pack'], 'route.steps_order'],
  [['work', 'pack', 'work', 'ship'], 'route.steps_order'],
])('%j: %s', (kinds, verdict) => {
  expect(stepsVerdict(kinds)).toBe(verdict)
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
        expect(stepsVerdict(kinds) !== 'route.steps_order').toBe(isGood)
      },
    ),
  )
})

test('shares add up without the noise of binary fractions', () => {
  expect(sumOfWeights([33.333, 33.333, 33.334])).toBe(100)
  expect(sumOfWeights(Array.from({ length: 10 }, () => 0.1))).toBe(1)
  expect(sumOfWeights([])).toBe(0)
})

test('who may', () => {
  expect(canPlan(['order.view'])).toBe('permission.denied')
  expect(canPlan(['production.edit'])).toBe(true)
  expect(canChangeSteps(['production.edit'], true)).toBe('route.in_use')
  expect(canChangeSteps([], true)).toBe('permission.denied')
})
