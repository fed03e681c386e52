// What other modules may use of this one.
export { platesByCode } from './plate-nests.queries.ts'
