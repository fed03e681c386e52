// Public interface of this module.
export type { RecordsPort } from './records.port.ts'
export { storableText } from './staged-import.ts'
