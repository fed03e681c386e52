// What other modules may use of this one.
export { shiftsOf, workshopsOf } from './plan.store.ts'
export { canPlan } from './plan.rules.ts'
export { processesOf } from './plan.store.ts'
export { seedPlan } from './seed-plan.ts'
export { type ShiftDay, type ShiftTimes, shiftOf } from './shifts.rules.ts'
export { lockOrdersOf, saveWeights } from './plan.store.ts'
