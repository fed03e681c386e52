import { expect, it } from 'vitest'
import { planVerdict } from './plan-verdict.ts'

it.each([
  [949, 'behind'],
  [950, 'onPlan'],
  [1050, 'onPlan'],
  [1051, 'ahead'],
] as const)('%s kg of 1000 due are %s', (doneKg, verdict) => {
  expect(planVerdict(doneKg, 1000)).toBe(verdict)
})
