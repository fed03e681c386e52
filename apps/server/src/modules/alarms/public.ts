// Exports of this module for other modules.
export { alarmPulse, unacknowledgedAlarms } from './alarms.queries.ts'
export { alarmBoard, reportedAlarms } from './board.queries.ts'
