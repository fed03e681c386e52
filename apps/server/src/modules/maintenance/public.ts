// Exports of this module for other modules.
export { maintenanceSummary } from './calendar.reads.ts'
export { listPlans } from './plans.reads.ts'
export { repairsOfAlarms } from './repairs.reads.ts'
