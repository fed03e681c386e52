// Exports of this module for other modules.
export { canCut, heatNumber, type LotSteel } from './material.rules.ts'
export { unreleasedPieces } from './trace.queries.ts'
export { heatsByCode } from './lots.queries.ts'
export { type AvailableBar, availableBars, availableKinds } from './stock-bars.queries.ts'
export { gradeInUse } from './grades.queries.ts'
export { receiveMaterial } from './receive-material.ts'
export { addCutKg, cutStockBar, freeBars, reserveBars, setPlateSizes } from './stock-bars.store.ts'
export {
  addPartLots,
  assignPartLots,
  consumePartLots,
  freePartLots,
  lotForParts,
  lotOfBar,
  type PartQuantity,
  removePartLots,
  requiresHeats,
} from './part-lots.store.ts'
