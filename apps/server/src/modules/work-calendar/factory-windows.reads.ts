import type { Names } from '@cloud-factory/contract/planning/processes'
import type { Reads } from '../../platform/db/handles.ts'
import type { PlanPort } from './calendar.port.ts'
import { workPlan } from './calendar.reads.ts'
import type { Span } from './spans.rules.ts'
import { windowsOf } from './work-windows.rules.ts'

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
