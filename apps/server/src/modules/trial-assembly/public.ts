// Public interface of this module.
export { oneTrial } from './trials.queries.ts'
