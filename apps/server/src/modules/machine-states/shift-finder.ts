import { rawDays } from '@cloud-factory/domain/telemetry/telemetry-enums'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Reads } from '../../platform/db/handles.ts'
import {
  type PlanPort,
  workPlan,
  clockAt,
  windowAt,
  windowsOf,
  type WorkWindow,
} from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import type { ShiftSpan } from './count-series.rules.ts'

/** The working day and shift of an instant in a workshop. */
export type FindShift = (workshopId: number | null, at: number) => ShiftSpan

const ttlMs = 60_000
/** Stored frames may be this many days old, in any time zone. */
const daysBack = rawDays + 3

/** Finds the shift of an instant within the retention time of frames. The calendar is read once a minute. */
export class ShiftFinder {
  private readonly deps: { reads: Reads; plan: PlanPort; plantId: number; clock: Clock }
  private found: { at: number; find: FindShift } | null = null

  constructor(deps: { reads: Reads; plan: PlanPort; plantId: number; clock: Clock }) {
    this.deps = deps
  }

  /** Drops the cached calendar after shifts changed. */
  forget(): void {
    this.found = null
  }

  async finder(): Promise<FindShift> {
    const { reads, plan, plantId, clock } = this.deps
    const now = clock.now().getTime()
    if (this.found !== null && now - this.found.at < ttlMs) return this.found.find
    const utc = clock.now().toISOString().slice(0, 10)
    const days = [addDays(utc, -daysBack), addDays(utc, 2)] as const
    const { calendarOf, timeZone } = await workPlan(reads, plan, plantId, days)
    const windows = new Map<number | null, WorkWindow[]>()
    const find: FindShift = (workshopId, at) => {
      const known = windows.get(workshopId) ?? windowsOf(calendarOf(workshopId), ...days)
      windows.set(workshopId, known)
      const window = windowAt(known, at)
      const { day, shiftId, to } = window ?? { day: clockAt(at, timeZone).day, shiftId: null, to: Infinity }
      return { day, shiftId, to }
    }
    this.found = { at: now, find }
    return find
  }
}
