// Exports of this module for other modules.
export { idsByPreference, type Recipient, recipientOf } from './account.queries.ts'
export { type NamedPerson, namesOfPeople, peopleSearch, peopleWithPermission } from './people.queries.ts'
export type { FirstAdmin } from './first-admin.ts'
