// Exports of this module for other modules.
export { type NamedPerson, namesOfPeople, peopleSearch, peopleWithPermission } from './people.queries.ts'
export type { FirstAdmin } from './first-admin.ts'
