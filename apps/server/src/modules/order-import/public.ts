// What other modules may use of this one.
export type { RecordsPort } from './records.port.ts'
export { storableText } from './staged-import.ts'
