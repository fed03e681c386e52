// What other modules may use of this one.
export { type Allowed, allowedWith } from './allowed-with.ts'
export { requireReleased } from './require-released.ts'
export { coatDemands, keptPieces, latestFinals, openDemandsOf, weldDemands } from './conformity.reads.ts'
export { demoForeman, demoInspector, demoJudge } from './demo-actor.ts'
export { grantPasses, passCounts, revokePasses, voidPasses } from './gate-passes.store.ts'
export { lockNamedPieces } from './named-pieces.ts'
export {
  type OrdersPort,
  type PassedPieces,
  type QualityDocumentOrder,
  type QualityPiece,
  type QualityProcess,
  signed,
} from './orders.port.ts'
export { processNamed } from './process-named.ts'
export { nextNumbers } from './quality-numbers.store.ts'
export { idOrNull, rejectingDuplicate, rejectingUsed } from './quality-rows.ts'
export { canRaiseLot, isDoer } from './raise-ncr.rules.ts'
export { crudRoutes } from './register.doors.ts'
export { registerCan, registerList, registerRow } from './register.reads.ts'
export { insertRegisterRow } from './register.store.ts'
export type { Register } from './register.ts'
export { sealOf } from './seal.ts'
