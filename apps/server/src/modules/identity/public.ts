// Exports of this module for other modules.
export { peopleSearch } from './people.queries.ts'
export type { FirstAdmin } from './first-admin.ts'
