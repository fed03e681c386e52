import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import { type Database, type Reads, readRows } from '../../platform/db/handles.ts'
import { type PlanPort, workPlan, windowsOf } from '../work-calendar/public.ts'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'
import {
  type StoredFramesPort,
  type Carry,
  CounterSeries,
  type Reading,
  counterProfiles,
  holdCarries,
  replaceCounts,
  saveCarries,
  unknownSpans,
  ShiftFinder,
} from '../machine-states/public.ts'

export interface RecomputeDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plan: PlanPort
  readonly plantId: number
  readonly stored: Pick<StoredFramesPort, 'counters' | 'nearest' | 'links'>
}

interface Stretch {
  readonly machineId: number
  readonly source: string
  readonly workshopId: number | null
  readonly from: number
  readonly to: number
  /** Newest of its entries. */
  readonly upTo: number
  readonly counters: Carry | null
}

/** Number of frames read at once. */
const portion = 5000

/**
 * Recounts the days of one machine for which readings arrived late, from all its stored readings. If more is counted meanwhile,
 * the next run recounts again. Returns whether there was anything to do.
 */
export async function recomputeLate(deps: RecomputeDeps): Promise<boolean> {
  const { db, plantId, stored } = deps
  const stretch = await nextStretch(db.reads, plantId)
  if (stretch === null) return false
  const { machineId, counters } = stretch
  const days = counters === null || stretch.from > counters.at ? null : await daysOf(deps, stretch, counters)
  const before = days === null ? [] : await stored.nearest(db.reads, machineId, { before: days.from })
  if (
    days === null ||
    counters === null ||
    (before.length === 0 && (await isOlder(db.reads, machineId, days.first)))
  ) {
    await db.tx((write) => forget(stretch).execute(write))
    return true
  }
  const series = await seriesOf(deps, machineId, days, before)
  await db.tx(async (write) => {
    const held = (await holdCarries(write, plantId, [machineId])).get(machineId)
    if (held?.at !== counters.at) return
    const counted = series.counted
      .filter(({ day }) => day >= days.first && day <= days.last)
      .map((row) => ({ ...row, machineId, source: stretch.source }))
    await replaceCounts(
      write,
      plantId,
      { machineId, days: [days.first, days.last], running: days.running },
      counted,
    )
    if (days.to > counters.at)
      await saveCarries(write, plantId, new Map([[machineId, { ...series.carry, at: counters.at }]]))
    await forget(stretch).execute(write)
  })
  return true
}

/** The counts come from data that is not stored here (demo factory, or before a restore), so they cannot be recounted. */
export async function isOlder(reads: Reads, machineId: number, day: string): Promise<boolean> {
  const rows = await readRows(
    reads,
    sql`select from machine_counts where machine_id = ${machineId} and day < ${day}::date limit 1`,
  )
  return rows.length > 0
}

const forget = ({ machineId, upTo }: Stretch) =>
  sql`delete from machine_recounts where machine_id = ${machineId} and id <= ${upTo} and shifts_before is null`

/** Merges all late periods of one machine. */
async function nextStretch(reads: Reads, plantId: number): Promise<Stretch | null> {
  const rows = await readRows(
    reads,
    sql<Stretch>`
      select r.machine_id as "machineId", m.source, m.workshop_id as "workshopId", max(r.id) as "upTo", t.counters,
        (extract(epoch from min(r.t0)) * 1000)::float8 as from, (extract(epoch from max(r.t1)) * 1000)::float8 as to
      from machine_recounts r join machines m on m.id = r.machine_id
      left join machine_tracks t on t.machine_id = r.machine_id
      where r.shifts_before is null and r.machine_id = (select machine_id from machine_recounts
        where plant_id = ${plantId} and shifts_before is null order by id limit 1)
      group by 1, 2, 3, 5`,
  )
  return rows[0] ?? null
}

/**
 * Working days that a late period changes. That includes the next reading after it, whose increase changes. Instants are ms
 * since 1970.
 */
async function daysOf(
  { db, clock, plan, plantId, stored }: RecomputeDeps,
  stretch: Stretch,
  counters: Carry,
) {
  const { machineId, workshopId, from, to } = stretch
  const after = await stored.nearest(db.reads, machineId, { after: to, until: counters.at })
  const shifts = new ShiftFinder({ reads: db.reads, plan, plantId, clock })
  const find = await shifts.finder()
  const shiftAt = (at: number) => find(workshopId, at)
  const [first, last] = [shiftAt(from).day, shiftAt(after.at(-1)?.at ?? to).day]
  const { calendarOf } = await workPlan(db.reads, plan, plantId, [addDays(first, -1), addDays(last, 1)])
  const windows = windowsOf(calendarOf(workshopId), first, last)
  return {
    first,
    last,
    shiftAt,
    cursor: counters.at,
    running: shiftAt(clock.now().getTime()),
    from: Math.min(...windows.map((window) => window.from)),
    to: Math.max(...windows.map((window) => window.to)),
  }
}

type Days = Awaited<ReturnType<typeof daysOf>>

export async function seriesOf(
  { db, plantId, stored }: RecomputeDeps,
  machineId: number,
  { from, to, cursor, shiftAt }: Pick<Days, 'from' | 'to' | 'cursor' | 'shiftAt'>,
  before: readonly Reading[],
): Promise<CounterSeries> {
  const until = Math.min(to - 1, cursor)
  const profiles = await counterProfiles(db.reads, plantId)
  const links = await stored.links(db.reads, plantId)
  const isHeld = links.some((link) => link.machineId === machineId && link.byException)
  const first = before[0]?.at ?? from
  const unknown = isHeld ? await unknownSpans(db.reads, machineId, first, to) : []
  const profileOf = (id: number) => profiles.get(id)
  const series = new CounterSeries({ profileOf, shiftAt, isHeld, unknown, from }, null)
  series.begin(before)
  let after = from - 1
  let frames: readonly Reading[]
  do {
    frames = await stored.counters(db.reads, [{ machineId, after, until }], portion)
    series.take(frames)
    after = frames.at(-1)?.at ?? until
  } while (frames.length === portion)
  // The first reading after the period shows which arc still burnt at its end.
  if (until < cursor) series.take(await stored.nearest(db.reads, machineId, { after: until, until: cursor }))
  return series
}
