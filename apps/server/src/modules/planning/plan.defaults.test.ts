import { markKinds } from '@cloud-factory/domain/orders/order-statuses'
import { shiftMinutes } from '@cloud-factory/domain/numbers/zone-clock'
import { expect, test } from 'vitest'
import { defaultProcesses, defaultRoutes, defaultShifts } from './plan.defaults.ts'
import { stepsFault, sumOfWeights } from '@cloud-factory/domain/planning/plan.rules'
import { overlapOf } from './shifts.rules.ts'

const kindOf = new Map(defaultProcesses.map(({ code, kind = 'work' }) => [code, kind]))

test('the shares sum to 100', () => {
  expect(sumOfWeights(defaultProcesses.map(({ weight }) => weight))).toBe(100)
})

test('every kind of marks takes exactly one route', () => {
  expect(defaultRoutes.flatMap(({ kinds }) => kinds).toSorted()).toEqual(markKinds.toSorted())
})

test.each(defaultRoutes)('$code goes through processes that exist, once each and in order', ({ steps }) => {
  expect(new Set(steps).size).toBe(steps.length)
  expect(stepsFault(steps.map((step) => kindOf.get(step) ?? 'pack'))).toBeNull()
})

test('the shifts fill the day', () => {
  const shifts = defaultShifts.map((shift, id) => ({ id, ...shift }))
  expect(overlapOf(shifts)).toBeNull()
  expect(shifts.reduce((sum, shift) => sum + shiftMinutes(shift), 0)).toBe(24 * 60)
})
