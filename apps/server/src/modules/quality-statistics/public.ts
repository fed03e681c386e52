// What other modules may use of this one.
export { ncrStatistics } from './ncr-statistics.queries.ts'
export { repairRates } from './repair-rates.queries.ts'
export { breakdownOf, yieldOf } from './yield.queries.ts'
