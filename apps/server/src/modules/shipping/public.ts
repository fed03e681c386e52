// Public interface of this module.
export { shippedToday } from './finished.queries.ts'
