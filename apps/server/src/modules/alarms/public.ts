// Exports of this module for other modules.
export { alarmPulse } from './alarms.reads.ts'
export { alarmBoard } from './board.reads.ts'
export type { AlarmMachinesPort } from './machines.port.ts'
export type { AlarmRepairsPort } from './repairs.port.ts'
export { reportedAlarms } from './reported-alarms.reads.ts'
