// Public interface of this module.
export {
  countedPieces,
  crewNames,
  documentOrder,
  lastMachines,
  latestCrews,
  projectNames,
} from './answers-for-documents.ts'
export { answersForMaterial } from './answers-for-material.ts'
export { crewName, repairLimits } from './answers-for-ncrs.ts'
export { completeSteps, undoSteps } from './complete-steps.ts'
export {
  closableOrders,
  closablePackages,
  demandsAgainstShipping,
  requireConforming,
  sendableDeliveries,
  withDemands,
  workIsDone,
} from './conforming.ts'
export { findPieces, pieceOfText, severalPieces } from './find-pieces.ts'
export type { ConformityPort, InspectionPort, MaterialPort, QualityGates } from './inspections.ts'
export type { MachinesPort } from './machines.port.ts'
export { questionUnweighed, unweighedMarks } from './order-questions.ts'
export { piecesAtGates, piecesById, piecesLocked, piecesPastGate, processesOf } from './pieces-for-quality.ts'
export { recalculateOrders } from './recalculate-orders.ts'
export { claimedRoutes, giveDefaultRoutes, issueUnstarted, shareRoutes } from './routes-of-marks.store.ts'
export { scrapCondemned } from './scrap-piece.ts'
export { setPieceStatus } from './set-piece-status.ts'
export { waitingWork } from './waiting-work.reads.ts'
