// Public interface of this module.
export type { RecordsPort } from './undo-import.ts'
export { storableText } from './imports.store.ts'
export { type Nc1File, nc1Files, nc1Key, nc1Reader } from './import-files.ts'
