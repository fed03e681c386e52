// What other modules may use of this one.
export { ncrStatistics } from './ncr-statistics.reads.ts'
export { repairRates } from './repair-rates.reads.ts'
export { yieldOf } from './yield.reads.ts'
