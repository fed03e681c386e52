// Exports of this module for other modules.
export { figureReport } from './figures.queries.ts'
export { breakdownAlarms } from './demo-days.ts'
export { stopReport } from './stops.queries.ts'
export type { MachineWatch } from './watched-machines.ts'
