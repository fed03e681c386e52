// What other modules may use of this one.
export { peopleSearch } from './people.reads.ts'
export type { FirstAdmin } from './first-admin.ts'
