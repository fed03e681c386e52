// Exports of this module for other modules.
export { unreleasedPieces } from './trace.queries.ts'
