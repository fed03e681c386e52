import { sql } from 'kysely'
import { planForEquipment, storedFrames } from '../src/app/ports.ts'
import { seedCalendar } from '../src/modules/work-calendar/save-calendar.ts'
import { ShiftFinder } from '../src/modules/machine-states/counter-keeper.ts'
import { machineDirectory } from '../src/modules/machine-states/machine-directory.queries.ts'
import { seedStopReasons } from '../src/modules/machine-states/stop-reasons.store.ts'
import { StateTracker } from '../src/modules/machine-states/state-tracker.ts'
import { seedPlan } from '../src/modules/planning/seed-plan.ts'
import { Partitions } from '../src/modules/telemetry/frames/write-queue.ts'
import type { Clock } from '../src/platform/clock/clock.ts'
import type { Database } from '../src/platform/db/handles.ts'

/** Slots of the signals of `madeMachines`. */
export const machineSlots = { state: 1, output: 2, energy: 3, current: 4 } as const

/**
 * Creates machines `SAW-01` … of class gantry_saw with signals for state, output (m), energy (kWh) and current
 * (A), a standard rate of 60 m/h, and two shifts of twelve hours six days a week. Returns their ids.
 */
export async function madeMachines(db: Database, count: number, source = 'real'): Promise<number[]> {
  return db.tx(async (write) => {
    await seedPlan(write, 1)
    await seedStopReasons(write, 1)
    await seedCalendar(write, planForEquipment, 1)
    const names = JSON.stringify({ zh: '门式埋弧焊', en: 'Gantry SAW', es: 'Pórtico SAW' })
    const profile = await sql<{ id: number }>`
      insert into machine_profiles (plant_id, code, profile_version, names, class, updated_by_name)
      values (1, ${`weld-gantry-${source}`}, 1, ${names}::jsonb, 'gantry_saw', 'x') returning id`.execute(
      write,
    )
    const profileId = profile.rows[0]?.id ?? 0
    await sql`insert into profile_signals (profile_id, slot, code, names, unit, kind, role)
      values (${profileId}, 1, 'st', ${names}::jsonb, '', 'state', 'state'),
        (${profileId}, 2, 'out', ${names}::jsonb, 'm', 'counter', 'output'),
        (${profileId}, 3, 'kwh', ${names}::jsonb, 'kWh', 'counter', 'energy'),
        (${profileId}, 4, 'cur', ${names}::jsonb, 'A', 'gauge', 'current')`.execute(write)
    const { rows } = await sql<{ id: number }>`
      insert into machines (plant_id, code, site, line, name, source, profile_id, standard_rate, search, updated_by_name)
      select 1, ${source} || '-' || lpad(n::text, 2, '0'), ${source === 'sim' ? 'sim' : 'main'}, 'weld', '焊机' || n,
        ${source}, ${profileId}, 60, '', 'x' from generate_series(1, ${count}::int) n returning id`.execute(
      write,
    )
    return rows.map(({ id }) => id).sort((one, other) => one - other)
  })
}

/** Tracks their states like the server, with a test clock. */
export function followerOf(db: Database, clock: Clock): StateTracker {
  const shifts = new ShiftFinder({ reads: db.reads, plan: planForEquipment, plantId: 1, clock })
  return new StateTracker({
    db,
    clock,
    plantId: 1,
    machines: () => machineDirectory(db.reads, 1),
    shifts,
    stored: storedFrames,
  })
}

/** Stores frames of machines like ingestion. */
export async function storeFrames(
  db: Database,
  frames: readonly {
    readonly machineId: number
    readonly at: number
    readonly values: readonly (number | null)[]
    readonly live: boolean
  }[],
): Promise<void> {
  const instants = frames.map(({ at }) => at)
  await new Partitions(db).ensure(instants)
  await db.tx((write) =>
    sql`insert into telemetry_frames (machine_id, at, profile_id, values, received_at, late)
      select m.id, n.at, m.profile_id, n.list::float8[], n.at, n.late
      from unnest(${frames.map(({ machineId }) => machineId)}::bigint[],
        ${instants.map((at) => new Date(at).toISOString())}::timestamptz[],
        ${frames.map(({ values }) => `{${values.map((value) => value ?? 'NULL').join(',')}}`)}::text[],
        ${frames.map(({ live }) => !live)}::boolean[]) n (id, at, list, late)
      join machines m on m.id = n.id on conflict do nothing`.execute(write),
  )
}
