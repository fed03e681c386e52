import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { sql } from 'kysely'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { DayKind } from '@cloud-factory/domain/machines/equipment-enums'
import type {
  CalendarDay,
  CalendarMonth,
  WorkPattern,
} from '@cloud-factory/contract/work-calendar/work-calendar'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { fail } from '../../platform/http/domain-error.ts'
import {
  type RunningShift,
  type WorkCalendar,
  type Span,
  windowsOf,
  plannedMinutes,
} from './work-windows.rules.ts'

/** A shift as equipment knows it. */
export interface PlannedShift {
  readonly id: number
  readonly names: Names
  /** `HH:MM` of the plant's clock. */
  readonly startsAt: string
  readonly endsAt: string
}

/** What the calendar asks orders: shifts and workshops belong to their plan. */
export interface PlanPort {
  /** Active ones in the order of the day. */
  shifts(reads: Reads, plantId: number): Promise<readonly PlannedShift[]>
  /** All of them, by code. */
  workshops(reads: Reads, plantId: number): Promise<readonly { id: number; code: string; name: string }[]>
}

interface PatternRead {
  readonly id: number
  readonly workshop_id: number | null
  readonly prompt_minutes: number
  readonly version: number
  readonly shifts: RunningShift[]
}

interface ExceptionRead {
  readonly workshop_id: number | null
  readonly day: string
  readonly kind: DayKind
  readonly name: string
}

/** The plan of work of a plant, read once for many machines. */
export interface WorkPlan {
  readonly timeZone: string
  readonly shifts: readonly PlannedShift[]
  /** Of a workshop, or of the factory where it has none of its own; null workshop: the factory's. */
  readonly patternOf: (workshopId: number | null) => PatternRead | null
  /** What makes a day differ: a workshop's own word goes before the factory's. */
  readonly exceptionOf: (workshopId: number | null, day: string) => ExceptionRead | null
  readonly calendarOf: (workshopId: number | null) => WorkCalendar
}

const factory = 'factory'
const keyOf = (workshopId: number | null) => workshopId ?? factory

/** Days of exceptions are read from `fromDay` to `toDay`, both included. */
export async function workPlan(
  reads: Reads,
  plan: PlanPort,
  plantId: number,
  [fromDay, toDay]: readonly [string, string],
): Promise<WorkPlan> {
  const [shifts, patterns, exceptions, zones] = await Promise.all([
    plan.shifts(reads, plantId),
    readRows(reads, patternRows(plantId)),
    readRows(
      reads,
      sql<ExceptionRead>`select workshop_id, day, kind, name from work_exceptions
        where plant_id = ${plantId} and day between ${fromDay}::date and ${toDay}::date order by day`,
    ),
    readRows(reads, sql<{ time_zone: string }>`select time_zone from plants where id = ${plantId}`),
  ])
  const timeZone = zones[0]?.time_zone ?? 'UTC'
  const byWorkshop = new Map(patterns.map((pattern) => [keyOf(pattern.workshop_id), pattern]))
  const byDay = new Map(exceptions.map((row) => [`${keyOf(row.workshop_id)} ${row.day}`, row]))
  const patternOf = (workshopId: number | null) =>
    byWorkshop.get(keyOf(workshopId)) ?? byWorkshop.get(factory) ?? null
  const exceptionOf = (workshopId: number | null, day: string) =>
    byDay.get(`${keyOf(workshopId)} ${day}`) ?? byDay.get(`${factory} ${day}`) ?? null
  const calendars = new Map<number | typeof factory, WorkCalendar>()
  const calendarOf = (workshopId: number | null) => {
    const known = calendars.get(keyOf(workshopId))
    if (known !== undefined) return known
    const days = new Set(exceptions.map(({ day }) => day))
    const calendar: WorkCalendar = {
      timeZone,
      shifts,
      running: patternOf(workshopId)?.shifts ?? [],
      exceptions: new Map(
        [...days].flatMap((day) => {
          const exception = exceptionOf(workshopId, day)
          return exception === null ? [] : [[day, exception.kind]]
        }),
      ),
    }
    calendars.set(keyOf(workshopId), calendar)
    return calendar
  }
  return { timeZone, shifts, patternOf, exceptionOf, calendarOf }
}

const patternRows = (plantId: number) => sql<PatternRead>`
  select p.id, p.workshop_id, p.prompt_minutes, p.version, coalesce((
    select jsonb_agg(jsonb_build_object('shiftId', s.shift_id, 'weekdays', s.weekdays, 'breaks', coalesce((
      select jsonb_agg(jsonb_build_object('startsAt', to_char(b.starts_at, 'HH24:MI'), 'minutes', b.minutes)
        order by b.starts_at)
      from work_breaks b where b.pattern_id = s.pattern_id and b.shift_id = s.shift_id), '[]')) order by s.shift_id)
    from work_pattern_shifts s where s.pattern_id = p.id), '[]') as shifts
  from work_patterns p where p.plant_id = ${plantId} order by p.id`

/** A shift of a working day, or what of a day lies outside of all shifts; instants are ms since 1970. */
interface FactoryWindow extends Span {
  readonly day: string
  /** Null: outside of all shifts. */
  readonly shift: { readonly id: string; readonly names: Names } | null
  /** Planned to be worked, breaks left out. */
  readonly planned: readonly Span[]
}

/** When the factory as a whole works, from one day to another, both included. */
export async function factoryWindows(
  reads: Reads,
  plan: PlanPort,
  plantId: number,
  days: readonly [string, string],
): Promise<{ readonly timeZone: string; readonly windows: FactoryWindow[] }> {
  const work = await workPlan(reads, plan, plantId, days)
  const shifts = new Map(work.shifts.map(({ id, names }) => [id, { id: String(id), names }]))
  const windows = windowsOf(work.calendarOf(null), ...days).map(({ shiftId, ...window }) => ({
    ...window,
    shift: shiftId === null ? null : (shifts.get(shiftId) ?? null),
  }))
  return { timeZone: work.timeZone, windows }
}

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
