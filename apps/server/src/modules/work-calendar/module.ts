import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import type { PlanPort } from './calendar.port.ts'
import { calendarRoutes } from './calendar.routes.ts'
import { seedCalendar } from './seed-calendar.ts'

interface WorkCalendarDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
}

/** Days and hours on which workshops work. */
export const workCalendarModule = (deps: WorkCalendarDeps): Module => ({
  name: 'work-calendar',
  routes: [calendarRoutes(deps)],
  prepare: (write, plantId) => seedCalendar(write, deps.plan, plantId),
})
