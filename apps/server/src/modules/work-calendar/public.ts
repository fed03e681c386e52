// What other modules may use of this one.
export type { PlanPort, PlannedShift } from './calendar.port.ts'
export { type WorkPlan, workPlan } from './calendar.reads.ts'
export { clockAt } from './civil-time.rules.ts'
export { addDays, dayNumber } from '@cloud-factory/domain/numbers/civil-days'
export { factoryWindows } from './factory-windows.reads.ts'
export { type Span, without } from './spans.rules.ts'
export {
  type CalendarShift,
  type WorkCalendar,
  type WorkWindow,
  windowAt,
  windowsOf,
} from './work-windows.rules.ts'
