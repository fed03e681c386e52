// Exports of this module for other modules.
export { listCoatPieces, oneCoat } from './coats.reads.ts'
export { filmMean } from './film-mean.reads.ts'
export { paintProcess } from './recalculate-coats.ts'
