// Public interface of this module.
export { requireIssuedDrawings } from './issue-drawings.ts'
export { recordRevisions } from './drawings.store.ts'
