import { type MachineState, machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import { silenceOf } from '@cloud-factory/domain/telemetry/liveness.rules'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock/clock.ts'
import { asReads, type Database, type Write } from '../../platform/db/handles.ts'
import { without } from '../work-calendar/public.ts'
import type { Interval } from './arrange-intervals.rules.ts'
import { timelineOf, type Sample } from './follow-state.rules.ts'
import { holdTrack, intervalsAround, writeTimeline } from './intervals.store.ts'
import type { StoredFramesPort } from './machine-states.ports.ts'

interface CatchUpDeps {
  readonly db: Database
  readonly clock: Clock
  readonly plantId: number
  readonly stored: Pick<StoredFramesPort, 'values' | 'links'>
}

interface LateStretch {
  readonly machine_id: number
  readonly source: string
  readonly rate_ms: number
  readonly t0: Date
  readonly t1: Date
}

/** Longest period of one machine that one run recomputes, so that others do not wait long for the database. */
const portionMs = 2 * 3_600_000
const maxFrames = 20_000
/** Machines that report by exception repeat a value only when it changes. At least one change is expected within this time. */
const changesWithinMs = 86_400_000

/**
 * Recomputes intervals from stored frames that arrived too late for the state tracker, one machine and period at a time. The
 * last minutes, which the tracker still follows, are left to it. Returns whether there was anything to do.
 */
export async function catchUpLate({ db, clock, plantId, stored }: CatchUpDeps): Promise<boolean> {
  return db.tx(async (write) => {
    const late = await takeStretch(write, plantId)
    if (late === null) return false
    const links = await stored.links(asReads(write), plantId)
    const byException = links.find(({ machineId }) => machineId === late.machine_id)?.byException === true
    const quiet = silenceOf(late.rate_ms)
    const from = late.t0.getTime()
    const reach = late.t1.getTime() + (byException ? changesWithinMs : quiet)
    const until = Math.min(reach, clock.now().getTime() - quiet)
    if (until <= from) return true
    const owner = { id: late.machine_id, plantId, source: late.source }
    await holdTrack(write, owner, from)
    const values = await stored.values(asReads(write), late.machine_id, {
      role: 'state',
      from: new Date(from - quiet),
      to: new Date(until),
      most: maxFrames,
    })
    const samples = samplesOf(values)
    const before = byException ? [] : await intervalsAround(write, owner, from - quiet, until)
    const timeline = byException
      ? courseOfChanges(samples, late, until)
      : courseOfPeriods(samples, late, until, connectedIn(before, until))
    if (timeline !== null) await writeTimeline(write, owner, timeline)
    return true
  })
}

/** Whether the tracker saw the machine connected for the whole of a period, by the intervals that it wrote. */
const connectedIn = (intervals: readonly Interval[], until: number) => (from: number, to: number) =>
  without(
    { from, to },
    intervals
      .filter(({ state }) => state !== 'offline')
      .map((interval) => ({ from: interval.from, to: interval.to ?? until })),
  ).length === 0

/** Starts a little earlier, so that the state at the start of the period is known. */
function courseOfPeriods(
  samples: readonly Sample[],
  { t0, rate_ms }: LateStretch,
  to: number,
  wasConnected: (from: number, to: number) => boolean,
) {
  if (samples.length === 0) return null
  const from = t0.getTime()
  const pieces = timelineOf(samples, from - silenceOf(rate_ms), to, rate_ms, wasConnected)
  return { from, to, pieces: piecesFrom(pieces, from) }
}

/**
 * For a machine that reports by exception, each value holds until the next change. The state before the first change is kept.
 */
function courseOfChanges(samples: readonly Sample[], { t0, t1, rate_ms }: LateStretch, until: number) {
  const [first] = samples
  const from = Math.max(t0.getTime(), first?.at ?? Number.POSITIVE_INFINITY)
  const next = samples.find(({ at }) => at > t1.getTime())?.at ?? t1.getTime() + rate_ms
  const to = Math.min(next, until)
  return to <= from
    ? null
    : { from, to, pieces: piecesFrom(timelineOf(samples, first?.at ?? from, to, null), from) }
}

/** Merges all late periods of one machine, up to one portion. The rest is left for the next run. */
async function takeStretch(write: Write, plantId: number): Promise<LateStretch | null> {
  const { rows } = await sql<LateStretch>`
    with first as (select machine_id from machine_late where plant_id = ${plantId} order by id limit 1),
    taken as (delete from machine_late l using first where l.machine_id = first.machine_id
      returning l.machine_id, l.t0, l.t1)
    select t.machine_id, m.source, p.rate_ms, min(t.t0) as t0, max(t.t1) as t1 from taken t
    join machines m on m.id = t.machine_id join machine_profiles p on p.id = m.profile_id
    group by 1, 2, 3`.execute(write)
  const [late] = rows
  if (late === undefined) return null
  const end = new Date(Math.min(late.t1.getTime(), late.t0.getTime() + portionMs))
  if (end < late.t1)
    await sql`insert into machine_late (plant_id, machine_id, t0, t1)
      values (${plantId}, ${late.machine_id}, ${end}, ${late.t1})`.execute(write)
  return { ...late, t1: end }
}

/** A frame without a state value means that the state did not change. */
function samplesOf(values: readonly { readonly at: number; readonly value: number | null }[]): Sample[] {
  let state: MachineState | undefined
  return values.flatMap(({ at, value }) => {
    if (value !== null) state = machineStates[value] ?? state
    return state === undefined ? [] : [{ at, state }]
  })
}

/** Pieces from an instant on; the first one is cut to begin at that instant. */
function piecesFrom(pieces: readonly Sample[], from: number): Sample[] {
  const before = pieces.findLast(({ at }) => at <= from)
  const after = pieces.filter(({ at }) => at > from)
  return before === undefined ? after : [{ ...before, at: from }, ...after]
}
