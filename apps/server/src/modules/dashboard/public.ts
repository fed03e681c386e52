// Exports of this module for other modules.
export type { ListTotal } from './dashboard.queries.ts'
