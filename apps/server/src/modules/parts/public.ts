// Public interface of this module.
export {
  buildParts,
  keyOf,
  lockCounters,
  marksWithCutParts,
  moveNested,
  piecesWithoutKit,
  scrapBuiltParts,
  unbuildParts,
} from './part-counts.store.ts'
export { type CountedPart, countedParts, partCode, partsByCode } from './parts.queries.ts'
export { assemblyStep, changeProblem, isPreparedFrom } from './parts.rules.ts'
export { canReportParts } from './parts.policy.ts'
