// Exports of this module for other modules.
export { catchUpLate } from './catch-up-late.ts'
export { type Carry, CounterSeries, type Reading } from './count-series.rules.ts'
export { counterProfiles } from './counter-keeper.ts'
export { addCounts, holdCarries, replaceCounts, saveCarries, unknownSpans } from './counts.store.ts'
export { statesNow } from './intervals.queries.ts'
export {
  type DirectoryMachine,
  machineDirectory,
  shownState,
  shownStateJoins,
} from './machine-directory.queries.ts'
export { outOfServiceWithin } from './out-of-service.queries.ts'
export type { StateFrame, ReportedEvent, ReportedPort, StoredFramesPort } from './machine-states.ports.ts'
export { seedReasonCodes } from './stop-reasons.store.ts'
export { ShiftFinder } from './counter-keeper.ts'
export { StateTracker } from './state-tracker.ts'
