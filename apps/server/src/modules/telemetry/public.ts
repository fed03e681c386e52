// Public interface of this module.
export { openMachineAlarms, openReportedAlarms, reportedEvents } from './events/events.queries.ts'
export type { FrameSink } from './telemetry.types.ts'
export {
  counterFrames,
  nearestCounters,
  latestValues,
  machineLinks,
  storedValues,
  unprocessedFrames,
  hourCourses,
  valuesByHour,
} from './frames/frames.queries.ts'
export { keepEvents } from './frames/frames.store.ts'
