// What other modules may use of this one.
export { shippedToday } from './shipped-today.reads.ts'
