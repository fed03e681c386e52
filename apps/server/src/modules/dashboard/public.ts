// What other modules may use of this one.
export type { ListTotal } from './lists.port.ts'
