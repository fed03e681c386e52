// Public interface of this module.
export {
  countedPieces,
  crewNames,
  documentOrder,
  lastMachines,
  latestCrews,
  projectNames,
  crewName,
  repairLimits,
} from './order-facts.queries.ts'
export { lotsForSite } from './production-lots.queries.ts'
export { answersForMaterial } from './order-facts.queries.ts'
export { completeSteps, undoSteps } from './complete-steps.ts'
export {
  completedOrders,
  piecesLacking,
  closablePackages,
  demandsAgainstShipping,
  requireConforming,
  sendableDeliveries,
  withDemands,
  workIsDone,
} from './conforming.ts'
export {
  findPieces,
  pieceOfText,
  severalPieces,
  piecesAtGates,
  piecesByCode,
  piecesById,
  piecesLocked,
  piecesPastGate,
  processesOf,
} from './pieces.queries.ts'
export {
  type OutsideWork,
  readyForOutside,
  reportOutside,
  undoOutside,
} from './outside-work.ts'
export type {
  ConformityPort,
  InspectionPort,
  WithheldPort,
  MaterialPort,
  QualityGates,
  StopPort,
  MachinesPort,
  OutsidePlace,
  OutsidePort,
  WorkPorts,
} from './work-ports.ts'
export { requireWeights, unweighedMarks } from './release-order.ts'
export { recalculateOrders } from './recalculate-orders.ts'
export {
  claimedRoutes,
  giveDefaultRoutes,
  issueUnstarted,
  routesOf,
  shareRoutes,
} from './production.store.ts'
export { scrapCondemned, setPieceStatus } from './set-piece-status.ts'
export { waitingWork } from './production.queries.ts'
export { doneAtOf } from './validate-report.ts'
export { pieceStatusAfter, type Route } from './production.rules.ts'
