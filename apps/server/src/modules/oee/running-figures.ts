import { clockAt } from '@cloud-factory/domain/numbers/zone-clock'
import { type RawBuilder, sql } from 'kysely'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import { type PlanPort, workPlan, windowAt, windowsOf, type WorkWindow } from '../work-calendar/public.ts'
import { outOfServiceWithin, type DirectoryMachine, machineDirectory } from '../machine-states/public.ts'
import {
  type ComputedInterval,
  beginTimes,
  type RunningTimes,
  tailFrom,
  takeIntervals,
  timesNow,
} from './times.rules.ts'
import { byMachine, type IntervalRow, type MachineTimes } from './times.store.ts'
import { rowsOf } from './compute-days.ts'

/** How far a machine is summed up: intervals from `from` on are new; `rewrites` -1: nothing is summed up yet. */
interface NewsQuery {
  readonly id: number
  readonly rewrites: number
  /** Ms since 1970. */
  readonly from: number
}

interface MachineNews {
  readonly rewrites: number
  readonly intervals: readonly ComputedInterval[]
}

type NewsRow = IntervalRow & { readonly rewrites: number }

/** One statement, so that it sees a rewrite together with the rewritten rows. `offset 0` keeps the index scan. */
export const newsRows = (
  plantId: number,
  queries: readonly NewsQuery[],
  begin: number,
): RawBuilder<NewsRow> => sql<NewsRow>`
  select i.machine_id, t.rewrites, i.state, i.t0, i.t1, r.kind
  from unnest(${queries.map(({ id }) => id)}::bigint[], ${queries.map(({ rewrites }) => rewrites)}::int[],
    ${queries.map(({ from }) => new Date(from).toISOString())}::timestamptz[]) m (id, rewrites, begun)
  join machine_tracks t on t.machine_id = m.id and t.plant_id = ${plantId}
  cross join lateral (
    select coalesce((select t0 from machine_intervals where machine_id = m.id
      and t0 <= case when t.rewrites = m.rewrites then m.begun else ${new Date(begin)}::timestamptz end
      order by t0 desc limit 1), '-infinity') as t0 offset 0) b
  cross join lateral (
    select machine_id, state, t0, t1, reason_id from machine_intervals
    where machine_id = m.id and t0 >= b.t0 offset 0) i
  left join stop_reasons r on r.id = i.reason_id order by i.machine_id, i.t0`

/** Intervals since the last summing up, by machine. If a machine's past changed: all since `begin` (ms since 1970). */
async function newsOf(
  reads: Reads,
  plantId: number,
  queries: readonly NewsQuery[],
  begin: number,
): Promise<ReadonlyMap<number, MachineNews>> {
  if (queries.length === 0) return new Map()
  const rows = await readRows(reads, newsRows(plantId, queries, begin))
  const rewrites = new Map(rows.map((row) => [row.machine_id, row.rewrites]))
  return new Map(
    [...byMachine(rows)].map(([id, intervals]) => [id, { rewrites: rewrites.get(id) ?? 0, intervals }]),
  )
}

interface RunningDeps {
  readonly reads: Reads
  readonly plan: PlanPort
  readonly plantId: number
  readonly clock: Clock
}

interface Cached {
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

interface RunningDay {
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
  private readonly cached = new Map<number, Cached>()
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
    const queries = machines.map(({ id, workshopId }) => {
      const known = this.cached.get(id)
      if (known !== undefined && known.workshopId !== workshopId) this.cached.delete(id)
      const running = this.cached.get(id)
      return { id, rewrites: running?.rewrites ?? -1, from: (running && tailFrom(running.running)) ?? from }
    })
    const news = await newsOf(reads, plantId, queries, from)
    // Read after the new intervals: a period out of service saved meanwhile counts as a rewrite, which the next call finds.
    const outOfService = await outOfServiceWithin(reads, plantId, from, to)
    const rows = machines.flatMap((machine) => {
      const begin = () =>
        beginTimes(windows.get(machine.workshopId) ?? [], outOfService.get(machine.id) ?? [])
      return rowsOf(machine, timesNow(this.applyNews(machine, news.get(machine.id), begin, now), now))
    })
    return { day, at: now, rows }
  }

  private applyNews(
    { id, workshopId }: DirectoryMachine,
    news: MachineNews | undefined,
    begin: () => RunningTimes,
    now: number,
  ): RunningTimes {
    // Never connected: all of its planned time is without data.
    if (news === undefined) return begin()
    const known = this.cached.get(id)
    const before = known?.rewrites === news.rewrites ? known.running : begin()
    const running = takeIntervals(before, news.intervals, now)
    this.cached.set(id, { rewrites: news.rewrites, workshopId, running })
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
    if (signature !== this.plan?.signature) this.cached.clear()
    this.plan = { readAt: now, day, windows, signature, machines }
    return this.plan
  }
}
