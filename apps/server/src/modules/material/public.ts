// What other modules may use of this one.
export { unreleasedPieces } from './unreleased-pieces.reads.ts'
