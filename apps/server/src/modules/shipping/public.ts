// Public interface of this module.
export { shippedToday } from './shipped-today.reads.ts'
