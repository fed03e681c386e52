// What other modules may use of this one.
export {
  type PlanPort,
  type PlannedShift,
  type WorkPlan,
  workPlan,
  factoryWindows,
} from './calendar.queries.ts'
export {
  type Span,
  without,
  type CalendarShift,
  type WorkCalendar,
  type WorkWindow,
  windowAt,
  windowsOf,
} from './work-windows.rules.ts'
