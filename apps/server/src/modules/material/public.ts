// Exports of this module for other modules.
export { unreleasedPieces } from './trace.queries.ts'
export { heatsByCode } from './lots.queries.ts'
