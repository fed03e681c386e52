// What other modules may use of this one.
export { maintenanceSummary } from './calendar.reads.ts'
export { listPlans } from './plans.reads.ts'
export { repairsOfAlarms } from './repairs.reads.ts'
