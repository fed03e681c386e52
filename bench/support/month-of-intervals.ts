import { seedStopReasons } from '../../apps/server/src/modules/machine-states/stop-reasons.store.ts'
import type { Database } from '../../apps/server/src/platform/db/handles.ts'
import { sql } from '../../apps/server/test/sql.ts'
import { benchPlant, fillBenchPlant } from './bench-machines.ts'

/** Days of intervals, the running one included. */
const filledDays = 32
/** Interval between state changes of a machine, s. */
const everyS = 420

/**
 * The bench machines with a month of states up to now: half of the time they run, otherwise they are idle, in
 * setup, in fault, in maintenance or offline. Three of ten stops have a reason.
 */
export async function fillMonth(db: Database): Promise<void> {
  await fillBenchPlant(db)
  await db.tx(async (write) => {
    await seedStopReasons(write, 1)
    await sql`update machines set standard_rate = 30, rate_unit = 'm', line = 'L' || id % 6 where line = 'bench'`.execute(
      write,
    )
  })
  // One machine at a time: a single statement for all would use the embedded database's memory for a minute.
  for (let n = 1; n <= benchPlant.machines; n += 1)
    await db.tx(async (write) => {
      await sql`
        insert into machine_intervals (plant_id, machine_id, source, state, t0, t1, reason_id)
        select 1, id, source, state, t0, lead(t0) over (order by t0),
          case when state in ('idle', 'setup', 'fault') and n % 10 < 3 then reasons[1 + n % cardinality(reasons)] end
        from (select m.id, m.source, n, r.reasons,
            case when n % 2 = 0 then 'running' when n % 191 = 1 then 'offline' when n % 97 = 1 then 'maintenance'
              when n % 23 = 1 then 'fault' when n % 3 = 1 then 'setup' else 'idle' end as state,
            date_trunc('second', now()) - make_interval(days => ${filledDays})
              + make_interval(secs => n * ${everyS}::int + (n * 7919 + m.id * 131) % 240) as t0
          from machines m, generate_series(0, ${Math.floor((filledDays * 86_400) / everyS) - 1}::int) n,
            (select array_agg(id order by id) as reasons from stop_reasons where parent_id is not null) r
          where m.code = ${`M${n}`} and m.source = 'real') changes`.execute(write)
      await sql`insert into machine_tracks (machine_id, plant_id, seen_at)
        select id, 1, now() from machines where code = ${`M${n}`} and source = 'real'`.execute(write)
    })
}

/** Output in the computed shifts: nine tenths of the standard. */
export async function fillCounts(db: Database): Promise<void> {
  await db.tx(async (write) => {
    await sql`insert into machine_counts (plant_id, machine_id, source, day, shift_id, output, good_output, energy_kwh, arc_on_s)
      select plant_id, machine_id, source, day, shift_id, run_s / 3600 * 27, run_s / 3600 * 26, run_s / 3600 * 18, run_s * 0.6
      from machine_times where run_s > 0 on conflict do nothing`.execute(write)
  })
}
