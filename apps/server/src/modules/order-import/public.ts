// Public interface of this module.
export type { RecordsPort } from './undo-import.ts'
export { storableText } from './imports.store.ts'
