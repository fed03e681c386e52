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
import { outagesWithin, type DirectoryMachine, machineDirectory } from '../machine-states/public.ts'
import { rowsOf } from './compute-days.ts'
import { beginTimes, type RunningTimes, tailFrom, takeIntervals, timesNow } from './running-times.rules.ts'
import type { MachineTimes } from './times.store.ts'
import { type MachineNews, newsOf } from './news.reads.ts'

interface RunningDeps {
  readonly reads: Reads
  readonly plan: PlanPort
  readonly plantId: number
  readonly clock: Clock
}

interface Kept {
  readonly rewrites: number
  readonly workshopId: number | null
  readonly running: RunningTimes
}

/** The plan of the current working day, read again each minute. */
interface DayPlan {
  readonly readAt: number
  readonly day: string
  readonly windows: ReadonlyMap<number | null, readonly WorkWindow[]>
  /** Equal if the plan is the same as before. */
  readonly signature: string
  readonly machines: readonly DirectoryMachine[]
}

export interface RunningDay {
  readonly day: string
  /** Ms since 1970. */
  readonly at: number
  readonly rows: readonly MachineTimes[]
}

const ttlMs = 60_000

/**
 * Times of all machines in the current working day. Each call reads only what is new since the last one; a machine whose past
 * changed is summed up again. The data here is a cache of the database.
 */
export class RunningFigures {
  private readonly deps: RunningDeps
  private readonly kept = new Map<number, Kept>()
  private plan: DayPlan | null = null
  private work: Promise<unknown> = Promise.resolve()

  constructor(deps: RunningDeps) {
    this.deps = deps
  }

  /** Calls run one at a time, so that nothing is added twice. */
  now(): Promise<RunningDay> {
    const done = this.work.then(() => this.compute())
    this.work = done.catch(() => undefined)
    return done
  }

  private async compute(): Promise<RunningDay> {
    const { reads, plantId, clock } = this.deps
    const { day, windows, machines } = await this.dayPlan()
    const all = [...windows.values()].flat()
    const from = Math.min(...all.map((window) => window.from))
    const to = Math.max(...all.map((window) => window.to))
    const now = clock.now().getTime()
    const asked = machines.map(({ id, workshopId }) => {
      const known = this.kept.get(id)
      if (known !== undefined && known.workshopId !== workshopId) this.kept.delete(id)
      const running = this.kept.get(id)
      return { id, rewrites: running?.rewrites ?? -1, from: (running && tailFrom(running.running)) ?? from }
    })
    const news = await newsOf(reads, plantId, asked, from)
    // Read after the new intervals: an outage saved meanwhile counts as a rewrite, which the next call finds.
    const outages = await outagesWithin(reads, plantId, from, to)
    const rows = machines.flatMap((machine) => {
      const begin = () => beginTimes(windows.get(machine.workshopId) ?? [], outages.get(machine.id) ?? [])
      return rowsOf(machine, timesNow(this.taken(machine, news.get(machine.id), begin, now), now))
    })
    return { day, at: now, rows }
  }

  private taken(
    { id, workshopId }: DirectoryMachine,
    news: MachineNews | undefined,
    begin: () => RunningTimes,
    now: number,
  ): RunningTimes {
    // Never connected: all of its planned time is without data.
    if (news === undefined) return begin()
    const known = this.kept.get(id)
    const before = known?.rewrites === news.rewrites ? known.running : begin()
    const running = takeIntervals(before, news.intervals, now)
    this.kept.set(id, { rewrites: news.rewrites, workshopId, running })
    return running
  }

  private async dayPlan(): Promise<DayPlan> {
    const { reads, plan, plantId, clock } = this.deps
    const now = clock.now().getTime()
    if (this.plan !== null && now - this.plan.readAt < ttlMs && this.plan.readAt <= now) return this.plan
    const utc = clock.now().toISOString().slice(0, 10)
    const days = [addDays(utc, -2), addDays(utc, 2)] as const
    const { calendarOf, timeZone } = await workPlan(reads, plan, plantId, days)
    const machines = await machineDirectory(reads, plantId)
    const day = windowAt(windowsOf(calendarOf(null), ...days), now)?.day ?? clockAt(now, timeZone).day
    const workshops = [...new Set([null, ...machines.map(({ workshopId }) => workshopId)])]
    const windows = new Map(workshops.map((id) => [id, windowsOf(calendarOf(id), day, day)]))
    const signature = JSON.stringify([day, [...windows]])
    if (signature !== this.plan?.signature) this.kept.clear()
    this.plan = { readAt: now, day, windows, signature, machines }
    return this.plan
  }
}
