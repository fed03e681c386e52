import type { DayKind } from '@cloud-factory/domain/machines/machine-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { PlannedShift, PlanPort } from './calendar.port.ts'
import type { RunningShift, WorkCalendar } from './work-windows.rules.ts'

export interface PatternRead {
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
