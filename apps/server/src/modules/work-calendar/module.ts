import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/handles.ts'
import type { Module } from '../../platform/module.ts'
import { type PlanPort, calendarMonth } from './calendar.queries.ts'
import { seedCalendar, dropPattern, markDays, savePattern } from './save-calendar.ts'
import { workCalendarApi } from '@cloud-factory/contract/work-calendar/work-calendar'
import { type Routes, routes } from '../../platform/http/routes.ts'

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

interface CalendarRouteDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
}

function calendarRoutes({ db, clock, plan }: CalendarRouteDeps): Routes {
  const { reads } = db
  return routes(workCalendarApi, {
    'GET /api/work-calendar': ({ actor, query: { month, workshopId = null } }) =>
      calendarMonth({ reads, plan }, actor, { month, workshopId, now: clock.now() }),
    'PUT /api/work-calendar/pattern': async ({ actor, body }) => {
      await db.tx((write) => savePattern(write, actor, plan, body))
      const { workshopId } = body
      const month = clock.now().toISOString().slice(0, 7)
      return (await calendarMonth({ reads, plan }, actor, { month, workshopId, now: clock.now() })).pattern
    },
    'DELETE /api/work-calendar/pattern': ({ actor, query }) =>
      db.tx((write) => dropPattern(write, actor, query)),
    'PUT /api/work-calendar/days': async ({ actor, body }) => ({
      days: await db.tx((write) => markDays(write, actor, plan, body)),
    }),
  })
}
