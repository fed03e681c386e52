// Exports of this module for other modules.
export { listCoatPieces, oneCoat, filmMean } from './coats.queries.ts'
export { paintProcess } from './coats.store.ts'
