import type { MachineState, StopKind } from '@cloud-factory/domain/machines/equipment-enums'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'
import type { ComputedInterval, ShiftTimes } from './times.rules.ts'

/** Times of a machine in one shift of a working day. */
export interface MachineTimes extends ShiftTimes {
  readonly machine: DirectoryMachine
  readonly day: string
  readonly shiftId: number | null
}

/**
 * Locks the times of working days and clears their stale marks. A change of intervals meanwhile waits and sets its marks
 * afterwards.
 */
export async function takeStale(
  write: Write,
  plantId: number,
  days: readonly [string, string],
): Promise<void> {
  await sql`select from machine_times where plant_id = ${plantId}
    and day between ${days[0]}::date and ${days[1]}::date order by machine_id, day, shift_id for update`.execute(
    write,
  )
  await sql`update machine_times set is_stale = false where plant_id = ${plantId} and is_stale
    and day between ${days[0]}::date and ${days[1]}::date`.execute(write)
}

export interface IntervalRow {
  readonly machine_id: number
  readonly state: MachineState
  readonly t0: Date
  readonly t1: Date | null
  readonly kind: StopKind | null
}

/** Intervals of machines in a period, by machine, in time order. */
export async function intervalsForFigures(
  write: Write,
  ids: readonly number[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<number, ComputedInterval[]>> {
  const { rows } = await intervalRows(ids, from, to).execute(write)
  return byMachine(rows)
}

/** `offset 0` keeps the index scan per machine; without it, PostgreSQL reads the whole history. */
export const intervalRows = (ids: readonly number[], from: Date, to: Date) => sql<IntervalRow>`
  select i.machine_id, i.state, i.t0, i.t1, r.kind
  from unnest(${[...ids]}::bigint[]) m (id) cross join lateral (
    select coalesce((select t0 from machine_intervals where machine_id = m.id and t0 <= ${from}
      order by t0 desc limit 1), '-infinity') as t0 offset 0) b
  cross join lateral (
    select machine_id, state, t0, t1, reason_id from machine_intervals
    where machine_id = m.id and t0 >= b.t0 and t0 < ${to} offset 0) i
  left join stop_reasons r on r.id = i.reason_id order by i.machine_id, i.t0`

/** Intervals for figures, by machine. */
export function byMachine(rows: readonly IntervalRow[]): ReadonlyMap<number, ComputedInterval[]> {
  const machines = new Map<number, ComputedInterval[]>()
  for (const { machine_id: id, state, t0, t1, kind } of rows) {
    const interval = {
      state,
      from: t0.getTime(),
      to: t1?.getTime() ?? Number.POSITIVE_INFINITY,
      isPlannedStop: kind === 'planned' || (state === 'maintenance' && kind === null),
    }
    const known = machines.get(id)
    if (known === undefined) machines.set(id, [interval])
    else known.push(interval)
  }
  return machines
}

/** Replaces stored times. A finished shift with a different result becomes a new revision. */
export async function saveTimes(
  write: Write,
  plantId: number,
  times: readonly MachineTimes[],
): Promise<void> {
  if (times.length === 0) return
  const column = <T>(of: (row: MachineTimes) => T) => times.map(of)
  await sql`
    insert into machine_times as t (plant_id, machine_id, source, day, shift_id, until, length_s, planned_s, running_s,
      setup_s, idle_s, fault_s, unknown_s, planned_stop_s, run_s, failures, standard_rate)
    select ${plantId}, * from unnest(${column(({ machine }) => machine.id)}::bigint[],
      ${column(({ machine }) => machine.source)}::text[], ${column(({ day }) => day)}::date[],
      ${column(({ shiftId }) => shiftId)}::bigint[],
      ${column(({ until }) => new Date(until).toISOString())}::timestamptz[],
      ${column((row) => row.length)}::float8[], ${column((row) => row.planned)}::float8[],
      ${column((row) => row.running)}::float8[], ${column((row) => row.setup)}::float8[],
      ${column((row) => row.idle)}::float8[], ${column((row) => row.fault)}::float8[],
      ${column((row) => row.unknown)}::float8[], ${column((row) => row.plannedStop)}::float8[],
      ${column((row) => row.run)}::float8[], ${column((row) => row.failures)}::int[],
      ${column(({ machine }) => machine.standardRate)}::float8[])
    on conflict on constraint machine_times_key do update set until = excluded.until, length_s = excluded.length_s,
      planned_s = excluded.planned_s, running_s = excluded.running_s, setup_s = excluded.setup_s,
      idle_s = excluded.idle_s, fault_s = excluded.fault_s, unknown_s = excluded.unknown_s,
      planned_stop_s = excluded.planned_stop_s, run_s = excluded.run_s, failures = excluded.failures,
      standard_rate = coalesce(t.standard_rate, excluded.standard_rate),
      revision = t.revision + (t.until = excluded.until and (t.planned_s, t.running_s, t.setup_s, t.idle_s, t.fault_s,
        t.unknown_s, t.failures) is distinct from (excluded.planned_s, excluded.running_s, excluded.setup_s,
        excluded.idle_s, excluded.fault_s, excluded.unknown_s, excluded.failures))::int`.execute(write)
}

/**
 * Deletes the times of shifts that these days no longer have; their time is now in other shifts. A row stays, with no time, if
 * its shift has counts that cannot be recounted.
 */
export async function dropOtherTimes(
  write: Write,
  machines: readonly DirectoryMachine[],
  days: readonly [string, string],
  shifts: readonly { readonly day: string; readonly shiftId: number | null }[],
): Promise<void> {
  const others = sql`t.machine_id = any(${machines.map(({ id }) => id)}::bigint[])
    and t.day between ${days[0]}::date and ${days[1]}::date and not exists (
      select from unnest(${shifts.map(({ day }) => day)}::date[], ${shifts.map(({ shiftId }) => shiftId)}::bigint[])
        s (day, shift_id) where s.day = t.day and s.shift_id is not distinct from t.shift_id)`
  const made = sql`exists (select from machine_counts c where c.machine_id = t.machine_id and c.day = t.day
    and c.shift_id is not distinct from t.shift_id
    and (c.output, c.good_output, c.energy_kwh, c.arc_on_s) is distinct from (null, null, null, null))`
  await sql`delete from machine_times t where ${others} and not ${made}`.execute(write)
  await sql`update machine_times t set length_s = 0, planned_s = 0, running_s = 0, setup_s = 0, idle_s = 0, fault_s = 0,
      unknown_s = 0, planned_stop_s = 0, run_s = 0, failures = 0
    where ${others} and t.length_s > 0`.execute(write)
}
