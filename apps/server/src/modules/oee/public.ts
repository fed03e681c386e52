// Exports of this module for other modules.
export { figureReport } from './figures.reads.ts'
export { breakdownAlarms } from './reported.demo.ts'
export { stopReport } from './stops.reads.ts'
export type { MachineWatch } from './watched-machines.ts'
