// Public interface of this module.
export { shippedToday } from './finished.queries.ts'
export { shippedByCode } from './packages.queries.ts'
