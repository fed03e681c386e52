import { expect, test } from 'vitest'
import { canChangeSteps, canPlan } from './plan.rules.ts'

test('who may', () => {
  expect(canPlan(['order.view'])).toBe('permission.denied')
  expect(canPlan(['production.edit'])).toBe(true)
  expect(canChangeSteps(['production.edit'], true)).toBe('route.in_use')
  expect(canChangeSteps([], true)).toBe('permission.denied')
})
