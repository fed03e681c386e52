import type { RecordsPort } from './undo-import.ts'

/** Quality that has nothing on record: the answer of a factory that has not begun to inspect. */
export const nothingRecorded: RecordsPort = async () => []
