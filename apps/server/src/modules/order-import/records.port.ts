import type { Reads } from '../../platform/db/handles.ts'

/**
 * The question to quality: pieces of an order that it has on record. They cannot be deleted any more. Asked with the order
 * locked where it decides, so that nothing is put on record in between.
 */
export type RecordsPort = (reads: Reads, plantId: number, orderId: number) => Promise<readonly number[]>
