import { sql } from 'kysely'
import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { arrange, changesOf, type Interval } from './arrange-intervals.rules.ts'
import type { Sample } from './follow-state.rules.ts'

/** The machine whose intervals are written. Simulated machines have none: the database rejects them. */
export interface IntervalOwner {
  readonly id: number
  readonly plantId: number
  readonly source: string
}

interface StoredInterval {
  readonly id: number
  readonly state: MachineState
  readonly t0: Date
  readonly t1: Date | null
  readonly reason_id: number | null
  readonly note: string
  readonly reasoned_by: string
  readonly reasoned_at: Date | null
  readonly is_cut: boolean
}

const intervalOf = (row: StoredInterval): Interval => ({
  id: row.id,
  state: row.state,
  from: row.t0.getTime(),
  to: row.t1?.getTime() ?? null,
  reasonId: row.reason_id,
  note: row.note,
  reasonedBy: row.reasoned_by,
  reasonedAt: row.reasoned_at?.getTime() ?? null,
  isCut: row.is_cut,
})

const instant = (at: number | null) => (at === null ? null : new Date(at))

/** Locks the machine's intervals until the transaction ends. Creates the track of a new machine. */
export async function holdTrack(write: Write, owner: IntervalOwner, seenAt: number): Promise<void> {
  await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
    values (${owner.id}, ${owner.plantId}, ${new Date(seenAt)})
    on conflict (machine_id) do update set seen_at = greatest(machine_tracks.seen_at, excluded.seen_at)`.execute(
    write,
  )
}

/** Intervals that overlap or touch a period, in time order. Call it with the track locked. */
export async function intervalsAround(
  write: Write,
  owner: IntervalOwner,
  from: number,
  to: number | null,
): Promise<Interval[]> {
  // The interval before the period is found by its start: a scan by end would read the machine's whole history.
  const { rows } = await sql<StoredInterval>`
    select id, state, t0, t1, reason_id, note, reasoned_by, reasoned_at, is_cut from machine_intervals
    where machine_id = ${owner.id} and plant_id = ${owner.plantId} and t0 >= coalesce((
      select t0 from machine_intervals where machine_id = ${owner.id} and t0 < ${new Date(from)}
      order by t0 desc limit 1), '-infinity') and (${instant(to)}::timestamptz is null or t0 <= ${instant(to)})
    order by t0`.execute(write)
  return rows.map(intervalOf)
}

/**
 * Replaces a machine's intervals from an instant on (until `to`, null: open end) and marks the figures of those shifts as
 * stale. Returns whether anything changed.
 */
export async function writeTimeline(
  write: Write,
  owner: IntervalOwner,
  { from, to, pieces }: { from: number; to: number | null; pieces: readonly Sample[] },
): Promise<boolean> {
  const before = await intervalsAround(write, owner, from, to)
  return saveIntervals(write, owner, from, before, arrange(before, from, to, pieces))
}

/** Writes the changes between stored and new intervals. */
export async function saveIntervals(
  write: Write,
  owner: IntervalOwner,
  from: number,
  before: readonly Interval[],
  after: readonly Interval[],
): Promise<boolean> {
  const { removed, changed, added } = changesOf(before, after)
  if (removed.length + changed.length + added.length === 0) return false
  const gone = before.filter(({ id }) => id !== null && removed.includes(id))
  await noteRewrite(write, owner, before, [...gone, ...changed, ...added])
  if (removed.length > 0)
    await sql`delete from machine_intervals
      where machine_id = ${owner.id} and id = any(${[...removed]}::bigint[])`.execute(write)
  for (const { id, ...interval } of changed)
    await sql`update machine_intervals set state = ${interval.state}, t1 = ${instant(interval.to)},
        reason_id = ${interval.reasonId}, note = ${interval.note}, reasoned_by = ${interval.reasonedBy},
        reasoned_at = ${instant(interval.reasonedAt)}, is_cut = ${interval.isCut}, version = version + 1
      where machine_id = ${owner.id} and id = ${id}`.execute(write)
  if (added.length > 0) await insertIntervals(write, owner, added)
  await markStale(write, owner, from)
  return true
}

/**
 * Records that something before the latest interval changes, so that running sums start again. Call it before anything is
 * written.
 */
async function noteRewrite(
  write: Write,
  owner: IntervalOwner,
  before: readonly Interval[],
  touched: readonly Interval[],
): Promise<void> {
  const latest = before.at(-1)
  const earliest = Math.min(...touched.map(({ from }) => from))
  // The usual case (the latest interval ends, another begins) needs no write here.
  if (latest !== undefined && latest.to === null && earliest >= latest.from) return
  await sql`update machine_tracks set rewrites = rewrites + 1
    where machine_id = ${owner.id} and exists (select from machine_intervals
      where machine_id = ${owner.id} and t0 > ${new Date(earliest)})`.execute(write)
}

async function insertIntervals(
  write: Write,
  owner: IntervalOwner,
  added: readonly Interval[],
): Promise<void> {
  await write
    .insertInto('machine_intervals')
    .values(
      added.map((interval) => ({
        plant_id: owner.plantId,
        machine_id: owner.id,
        source: owner.source,
        state: interval.state,
        t0: new Date(interval.from),
        t1: instant(interval.to),
        reason_id: interval.reasonId,
        note: interval.note,
        reasoned_by: interval.reasonedBy,
        reasoned_at: instant(interval.reasonedAt),
        is_cut: interval.isCut,
      })),
    )
    .execute()
}

/**
 * Marks the figures of a machine's shifts that end after an instant as stale. Rows already marked are written too: a
 * computation that holds one now has not seen this change.
 */
async function markStale(write: Write, { id, plantId }: IntervalOwner, from: number): Promise<void> {
  await sql`update machine_times set is_stale = true
    where plant_id = ${plantId} and machine_id = ${id} and until > ${new Date(from)}
      and day >= (${new Date(from)}::timestamptz - interval '2 days')::date`.execute(write)
}

interface StoredTrack {
  readonly id: number
  readonly state: MachineState
  /** Instant up to which the state is known, ms since 1970. */
  readonly seenAt: number
}

/** Tracks of these machines; null: all of the plant. */
export async function storedTracks(
  reads: Reads,
  plantId: number,
  ids: readonly number[] | null,
): Promise<StoredTrack[]> {
  const rows = await readRows(
    reads,
    sql<{ id: number; state: MachineState; seen_at: Date }>`
      select t.machine_id as id, i.state, t.seen_at from machine_tracks t
      join machine_intervals i on i.machine_id = t.machine_id and i.t1 is null
      where t.plant_id = ${plantId}
        and (${ids === null ? null : [...ids]}::bigint[] is null or t.machine_id = any(${ids === null ? [] : [...ids]}::bigint[]))`,
  )
  return rows.map(({ id, state, seen_at }) => ({ id, state, seenAt: seen_at.getTime() }))
}

/** Records up to when machines are known. Returns the stored state of each. */
export async function heartbeatTracks(
  write: Write,
  plantId: number,
  touched: readonly { readonly id: number; readonly seenAt: number }[],
): Promise<ReadonlyMap<number, MachineState>> {
  const { rows } = await sql<{ id: number; state: MachineState }>`
    with seen as (
      select machine_id, seen_at from unnest(${touched.map(({ id }) => id)}::bigint[],
        ${touched.map(({ seenAt }) => new Date(seenAt).toISOString())}::timestamptz[]) s (machine_id, seen_at)),
    held as (select t.machine_id from machine_tracks t join seen using (machine_id)
      where t.plant_id = ${plantId} order by t.machine_id for update of t),
    beat as (update machine_tracks t set seen_at = greatest(t.seen_at, seen.seen_at)
      from seen join held using (machine_id) where t.machine_id = seen.machine_id)
    select i.machine_id as id, i.state from machine_intervals i join seen using (machine_id)
    where i.t1 is null`.execute(write)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Periods whose frames arrived too late for the state tracker. */
export async function noteLate(
  write: Write,
  plantId: number,
  late: readonly { readonly machineId: number; readonly at: number }[],
): Promise<void> {
  const spans = new Map<number, { from: number; to: number }>()
  for (const { machineId, at } of late) {
    const span = spans.get(machineId) ?? { from: at, to: at }
    spans.set(machineId, { from: Math.min(span.from, at), to: Math.max(span.to, at) })
  }
  if (spans.size === 0) return
  await write
    .insertInto('machine_late')
    .values(
      [...spans].map(([machine_id, { from, to }]) => ({
        plant_id: plantId,
        machine_id,
        t0: new Date(from),
        t1: new Date(to),
      })),
    )
    .execute()
}
