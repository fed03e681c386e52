import type {
  CalendarDay,
  CalendarMonth,
  WorkPattern,
} from '@cloud-factory/contract/work-calendar/work-calendar'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Reads } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { PlanPort } from './calendar.port.ts'
import { type PatternRead, workPlan, type WorkPlan } from './calendar.reads.ts'
import { clockAt } from './civil-time.rules.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { plannedMinutes, windowsOf } from './work-windows.rules.ts'

interface MonthDeps {
  readonly reads: Reads
  readonly plan: PlanPort
}

/** A month of the calendar of the factory (workshop null) or of a workshop. */
export async function calendarMonth(
  { reads, plan }: MonthDeps,
  actor: Actor,
  { month, workshopId, now }: { month: string; workshopId: string | null; now: Date },
): Promise<CalendarMonth> {
  const first = `${month}-01`
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
  const workshops = await plan.workshops(reads, actor.plantId)
  const of = workshopId === null ? null : Number(workshopId)
  if (of !== null && !workshops.some(({ id }) => id === of)) fail('not_found')
  const work = await workPlan(reads, plan, actor.plantId, [first, last])
  return {
    month,
    today: clockAt(now.getTime(), work.timeZone).day,
    days: daysOf(work, of, first, last),
    pattern: patternView(work.patternOf(of), of),
    shifts: work.shifts.map(({ id, ...shift }) => ({ ...shift, id: String(id) })),
    workshops: workshops.map(({ id, ...workshop }) => ({ ...workshop, id: String(id) })),
    can: { edit: canPlan(actor) },
  }
}

const planners = ['equipment.edit', 'production.edit']
const canPlan = ({ tags }: Actor) => (planners.some((tag) => tags.includes(tag)) ? true : 'permission.denied')

function daysOf(work: WorkPlan, workshopId: number | null, first: string, last: string): CalendarDay[] {
  const windows = windowsOf(work.calendarOf(workshopId), first, last)
  const byDay = new Map<string, typeof windows>()
  for (const window of windows) byDay.set(window.day, [...(byDay.get(window.day) ?? []), window])
  const days: CalendarDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const ofDay = byDay.get(day) ?? []
    const exception = work.exceptionOf(workshopId, day)
    days.push({
      day,
      shiftIds: ofDay.flatMap(({ shiftId, planned }) =>
        shiftId === null || planned.length === 0 ? [] : [String(shiftId)],
      ),
      plannedMinutes: plannedMinutes(ofDay),
      exception:
        exception === null
          ? null
          : {
              kind: exception.kind,
              name: exception.name,
              isOwn: exception.workshop_id === workshopId,
            },
    })
  }
  return days
}

/** The pattern that holds for a workshop: `isOwn` false when it is the factory's. */
function patternView(pattern: PatternRead | null, workshopId: number | null): WorkPattern {
  const isOwn = pattern !== null && pattern.workshop_id === workshopId
  return {
    workshopId: workshopId === null ? null : String(workshopId),
    isOwn,
    shifts: (pattern?.shifts ?? []).map(({ shiftId, ...shift }) => ({
      shiftId: String(shiftId),
      weekdays: [...shift.weekdays],
      breaks: [...shift.breaks],
    })),
    promptMinutes: pattern?.prompt_minutes ?? 5,
    version: isOwn ? pattern.version : 0,
  }
}
