// What other modules may use of this one.
export { requireReleased } from './quality-records.ts'
export {
  type Allowed,
  allowedWith,
  demoForeman,
  demoInspector,
  demoJudge,
  demoPlanner,
  lockNamedPieces,
  processNamed,
  nextNumbers,
  idOrNull,
  rejectingDuplicate,
  rejectingUsed,
  sealOf,
} from './quality-records.ts'
export {
  coatDemands,
  lackingPieces,
  withheldPieces,
  latestFinals,
  openDemandsOf,
  weldDemands,
  grantPasses,
  passCounts,
  revokePasses,
  voidPasses,
} from './conformity.queries.ts'
export {
  type OrdersPort,
  type QualityProcess,
  signed,
} from './orders.port.ts'
export { canRaiseLot, isDoer } from './raise-ncr.rules.ts'
export type {
  PassedPieces,
  QualityDocumentOrder,
  QualityPiece,
} from '@cloud-factory/domain/orders/piece-records'
