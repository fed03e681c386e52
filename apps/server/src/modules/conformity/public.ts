// Exports of this module for other modules.
export {
  blockedPieces,
  type MissingOfOrder,
  missingOf,
  missingOfOrder,
  recordedPieces,
} from './conformity.queries.ts'
