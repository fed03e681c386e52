import { sql } from 'kysely'
import { type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import type { Carry, ShiftCounted } from './count-series.rules.ts'

/** What a machine produced in a shift. */
export interface MachineCounted extends ShiftCounted {
  readonly machineId: number
  readonly source: string
}

/** Locks the tracks of machines, creating missing ones. Returns the counter state of each. */
export async function holdCarries(
  write: Write,
  plantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Carry | null>> {
  await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
    select m.id, ${plantId}, 'epoch' from machines m
    where m.id = any(${[...ids]}::bigint[]) and m.plant_id = ${plantId}
    order by m.id on conflict do nothing`.execute(write)
  const { rows } = await sql<{ id: number; counters: Carry | null }>`
    select machine_id as id, counters from machine_tracks
    where plant_id = ${plantId} and machine_id = any(${[...ids]}::bigint[]) order by machine_id for update`.execute(
    write,
  )
  return new Map(rows.map(({ id, counters }) => [id, counters]))
}

export async function saveCarries(
  write: Write,
  plantId: number,
  carries: ReadonlyMap<number, Carry>,
): Promise<void> {
  if (carries.size === 0) return
  await sql`update machine_tracks t set counters = n.counters::jsonb
    from unnest(${[...carries.keys()]}::bigint[],
      ${[...carries.values()].map((carry) => JSON.stringify(carry))}::text[]) n (machine_id, counters)
    where t.machine_id = n.machine_id and t.plant_id = ${plantId}`.execute(write)
}

const insertCounts = (plantId: number, counted: readonly MachineCounted[]) => {
  const column = <K extends keyof MachineCounted>(name: K) => counted.map((row) => row[name])
  return sql`insert into machine_counts as c
      (plant_id, machine_id, source, day, shift_id, output, good_output, energy_kwh, arc_on_s)
    select ${plantId}, * from unnest(${column('machineId')}::bigint[], ${column('source')}::text[],
      ${column('day')}::date[], ${column('shiftId')}::bigint[], ${column('output')}::float8[],
      ${column('good')}::float8[], ${column('energy')}::float8[], ${column('arc')}::float8[])
      as n (machine_id, source, day, shift_id, output, good_output, energy_kwh, arc_on_s)
    order by machine_id, day, shift_id`
}

const isReported = ({ output, good, energy, arc }: ShiftCounted): boolean =>
  [output, good, energy, arc].some((amount) => amount !== null)

/** Adds to the counts of machines in shifts; each machine and shift at most once. A count of zero is recorded once. */
export async function addCounts(
  write: Write,
  plantId: number,
  counted: readonly MachineCounted[],
): Promise<void> {
  const reported = counted.filter(isReported)
  if (reported.length === 0) return
  const sum = (column: string) =>
    sql.raw(`${column} = case when excluded.${column} is null then c.${column}
      else coalesce(c.${column}, 0) + excluded.${column} end`)
  const adds = (column: string) =>
    sql.raw(`excluded.${column} > 0 or (c.${column} is null and excluded.${column} is not null)`)
  await sql`${insertCounts(plantId, reported)}
    on conflict on constraint machine_counts_key do update set ${sum('output')}, ${sum('good_output')},
      ${sum('energy_kwh')}, ${sum('arc_on_s')}
    where ${adds('output')} or ${adds('good_output')} or ${adds('energy_kwh')} or ${adds('arc_on_s')}`.execute(
    write,
  )
}

interface Recomputed {
  readonly machineId: number
  readonly days: readonly [string, string]
  /** The current shift; its counts were never reported as final. */
  readonly running: { readonly day: string; readonly shiftId: number | null }
}

/** Replaces the counts of a machine in working days. A finished shift with a different result becomes a new revision. */
export async function replaceCounts(
  write: Write,
  plantId: number,
  { machineId, days, running }: Recomputed,
  counted: readonly MachineCounted[],
): Promise<void> {
  const reported = counted.filter(isReported)
  const over = sql`(c.day <> ${running.day}::date or c.shift_id is distinct from ${running.shiftId}::bigint)::int`
  await sql`update machine_counts c set output = null, good_output = null, energy_kwh = null, arc_on_s = null,
      revision = revision + ${over}
    where machine_id = ${machineId} and day between ${days[0]}::date and ${days[1]}::date
      and not exists (select from unnest(${reported.map(({ day }) => day)}::date[],
        ${reported.map(({ shiftId }) => shiftId)}::bigint[]) n (day, shift_id)
        where n.day = c.day and n.shift_id is not distinct from c.shift_id)
      and (output, good_output, energy_kwh, arc_on_s) is distinct from (null, null, null, null)`.execute(
    write,
  )
  if (reported.length === 0) return
  // Sums of the same readings in another order differ by rounding errors.
  const same = (column: string) =>
    sql.raw(`round(c.${column}::numeric, 6) is not distinct from round(excluded.${column}::numeric, 6)`)
  await sql`${insertCounts(plantId, reported)}
    on conflict on constraint machine_counts_key do update set output = excluded.output,
      good_output = excluded.good_output, energy_kwh = excluded.energy_kwh, arc_on_s = excluded.arc_on_s,
      revision = c.revision + ${over}
    where not (${same('output')} and ${same('good_output')} and ${same('energy_kwh')} and ${same('arc_on_s')})`.execute(
    write,
  )
}

/** Records periods whose readings arrived after their period had been counted. */
export async function noteRecomputations(
  write: Write,
  plantId: number,
  late: ReadonlyMap<number, { readonly from: number; readonly to: number }>,
): Promise<void> {
  if (late.size === 0) return
  const spans = [...late.values()]
  await sql`insert into machine_recounts (plant_id, machine_id, t0, t1)
    select ${plantId}, m.id, n.t0, n.t1 from unnest(${[...late.keys()]}::bigint[],
      ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${spans.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) n (id, t0, t1)
    join machines m on m.id = n.id and m.plant_id = ${plantId}`.execute(write)
}

/** Periods without data of a machine, ms since 1970. */
export const unknownSpans = (reads: Reads, machineId: number, from: number, to: number) =>
  readRows(
    reads,
    sql<{ from: number; to: number }>`
    select (extract(epoch from t0) * 1000)::float8 as from,
      (extract(epoch from coalesce(t1, ${new Date(to)}::timestamptz)) * 1000)::float8 as to
    from machine_intervals where machine_id = ${machineId} and state = 'offline'
      and t0 < ${new Date(to)} and (t1 is null or t1 > ${new Date(from)}) order by t0`,
  )
