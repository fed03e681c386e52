// Public interface of this module.
export {
  buildParts,
  keyOf,
  lockCounters,
  marksWithCutParts,
  piecesWithoutKit,
  scrapBuiltParts,
  unbuildParts,
} from './part-counts.store.ts'
export { type CountedPart, countedParts, partsByCode } from './parts.queries.ts'
export { assemblyStep, isPreparedFrom } from './parts.rules.ts'
