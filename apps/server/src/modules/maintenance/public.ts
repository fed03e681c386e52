// Exports of this module for other modules.
export { machinesUnderRepair, maintenanceSummary } from './calendar.queries.ts'
export { duePlans, listPlans, repairsToAccept, reportedRepairs } from './plans.queries.ts'
export { repairsOfAlarms } from './repairs.queries.ts'
