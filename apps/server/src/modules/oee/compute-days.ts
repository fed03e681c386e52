import { asReads, type Write } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, windowsOf, type WorkWindow, type Span } from '../work-calendar/public.ts'
import { type DirectoryMachine, outOfServiceWithin } from '../machine-states/public.ts'
import { computeTimes, type ComputedInterval, type ShiftTimes } from './times.rules.ts'
import {
  dropOtherTimes,
  intervalsForFigures,
  type MachineTimes,
  saveTimes,
  takeStale,
} from './times.store.ts'

export interface Computation {
  readonly plan: PlanPort
  readonly plantId: number
  readonly machines: readonly DirectoryMachine[]
  /** Working days, both included. */
  readonly days: readonly [string, string]
  readonly now: number
}

/** Maximum rows per statement: the embedded database has one connection, and other queries wait for it. */
const portion = 500

/** Computes the times of all machines in working days from their intervals and replaces the stored ones. */
export async function computeDays(write: Write, computation: Computation): Promise<number> {
  const { plan, plantId, machines, days, now } = computation
  if (machines.length === 0) return 0
  await takeStale(write, plantId, days)
  const { calendarOf } = await workPlan(asReads(write), plan, plantId, days)
  const calendars = new Map<number | null, WorkWindow[]>()
  for (const { workshopId } of machines)
    if (!calendars.has(workshopId))
      calendars.set(
        workshopId,
        windowsOf(calendarOf(workshopId), ...days).filter(({ from }) => from < now),
      )
  const all = [...calendars.values()].flat()
  if (all.length === 0) return 0
  const from = Math.min(...all.map((window) => window.from))
  const to = Math.max(...all.map((window) => window.to))
  const intervals = await intervalsForFigures(
    write,
    machines.map(({ id }) => id),
    new Date(from),
    new Date(Math.min(to, now)),
  )
  const outOfService = await outOfServiceWithin(asReads(write), plantId, from, to)
  const times = machines.flatMap((machine) =>
    timesOf(
      machine,
      calendars.get(machine.workshopId) ?? [],
      { intervals: intervals.get(machine.id) ?? [], outOfService: outOfService.get(machine.id) ?? [] },
      now,
    ),
  )
  for (let at = 0; at < times.length; at += portion)
    await saveTimes(write, plantId, times.slice(at, at + portion))
  await dropOtherTimes(write, machines, days, [
    ...new Map(all.map(({ day, shiftId }) => [`${day} ${shiftId}`, { day, shiftId }])).values(),
  ])
  return times.length
}

/** The intervals of a machine, and its out-of-service periods. */
interface MachineCourse {
  readonly intervals: readonly ComputedInterval[]
  readonly outOfService: readonly Span[]
}

export function timesOf(
  machine: DirectoryMachine,
  windows: readonly WorkWindow[],
  { intervals, outOfService }: MachineCourse,
  now: number,
): MachineTimes[] {
  const computed = windows.map((window) => {
    const near = intervals.slice(firstAfter(intervals, window.from), firstFrom(intervals, window.to))
    return { window, times: computeTimes(window, near, now, outOfService) }
  })
  return rowsOf(machine, computed)
}

/** One row per working day and shift. All time of a day outside of shifts is one row. */
export function rowsOf(
  machine: DirectoryMachine,
  computed: readonly { readonly window: WorkWindow; readonly times: ShiftTimes }[],
): MachineTimes[] {
  const rows = new Map<string, MachineTimes>()
  for (const {
    window: { day, shiftId },
    times,
  } of computed) {
    const key = `${day} ${shiftId}`
    const known = rows.get(key)
    rows.set(key, known === undefined ? { machine, day, shiftId, ...times } : sum(known, times))
  }
  return [...rows.values()]
}

/** Index of the first interval that ends after an instant. */
const firstAfter = (intervals: readonly ComputedInterval[], instant: number) =>
  search(intervals, ({ to }) => to > instant)
/** Index of the first interval that begins at an instant or later. */
const firstFrom = (intervals: readonly ComputedInterval[], instant: number) =>
  search(intervals, ({ from }) => from >= instant)

function search(intervals: readonly ComputedInterval[], holds: (one: ComputedInterval) => boolean): number {
  let low = 0
  let high = intervals.length
  while (low < high) {
    const middle = (low + high) >> 1
    const one = intervals[middle]
    if (one !== undefined && holds(one)) high = middle
    else low = middle + 1
  }
  return low
}

/** Time outside of shifts has no plan: only its length and running time count. */
const sum = (row: MachineTimes, times: ReturnType<typeof computeTimes>): MachineTimes => ({
  ...row,
  until: Math.max(row.until, times.until),
  length: row.length + times.length,
  run: row.run + times.run,
})
