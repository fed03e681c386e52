// Exports of this module for other modules.
export { unreleasedPieces } from './unreleased-pieces.reads.ts'
