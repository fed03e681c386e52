// Exports of this module for other modules.
export { type KeptMachine, machineOf, noMachine } from './ncr-machine.ts'
export { ncrPieces, oneNcr } from './ncr.reads.ts'
export { ofProjects } from './ncrs-of-projects.ts'
export { openNcrs } from './open-ncrs.reads.ts'
