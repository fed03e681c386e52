// Exports of this module for other modules.
export { type StoredMachine, machineOf, noMachine, stopReportedPieces } from './ncr.store.ts'
export { ncrPieces, oneNcr } from './ncr.queries.ts'
export { dispositionsToApprove, ncrsToApprove, ncrsToVerify, ofProjects, openNcrs } from './ncrs.queries.ts'
