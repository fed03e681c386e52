// Exports of this module for other modules.
export { blockedPieces } from './blocked-pieces.reads.ts'
export { type MissingOfOrder, missingOf, missingOfOrder } from './conformity-of-order.ts'
export { recordedPieces } from './recorded-pieces.reads.ts'
