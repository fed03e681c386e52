// Exports of this module for other modules.
export { alarmPulse } from './alarms.queries.ts'
export { alarmBoard, reportedAlarms } from './board.queries.ts'
export type { AlarmMachinesPort, AlarmRepairsPort } from './alarms.ports.ts'
