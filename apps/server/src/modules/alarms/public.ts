// Exports of this module for other modules.
export { alarmPulse } from './alarms.queries.ts'
export { alarmBoard, reportedAlarms } from './board.queries.ts'
