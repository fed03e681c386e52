import { sql } from 'kysely'
import type { Write } from '../../../platform/db/handles.ts'
import { type Counters, type Risen, risen } from './counters.rules.ts'

/** Counters of a machine, and the shift in which they were read. */
export interface CountersRead extends Counters {
  readonly machineId: number
  readonly source: string
  readonly day: string
  readonly shiftId: number | null
}

interface Added extends Risen {
  readonly machineId: number
  readonly source: string
  readonly day: string
  readonly shiftId: number | null
}

/**
 * Adds what counters went up by since they were last counted, whoever counted them: read twice, they count once. A machine that
 * has no track yet is counted from its next reading on.
 */
export async function countCounters(
  write: Write,
  plantId: number,
  reads: readonly CountersRead[],
): Promise<void> {
  if (reads.length === 0) return
  const ids = reads.map(({ machineId }) => machineId)
  const { rows } = await sql<{ id: number; counters: Counters | null }>`
    select machine_id as id, counters from machine_tracks
    where plant_id = ${plantId} and machine_id = any(${ids}::bigint[]) order by machine_id for update`.execute(
    write,
  )
  const before = new Map(rows.map(({ id, counters }) => [id, counters]))
  const newer = reads.filter(
    ({ machineId, at }) => before.has(machineId) && at > (before.get(machineId)?.at ?? 0),
  )
  if (newer.length === 0) return
  const added = newer.flatMap((read): Added[] => {
    const was = before.get(read.machineId) ?? null
    if (was === null) return []
    const { machineId, source, day, shiftId } = read
    return [{ machineId, source, day, shiftId, ...risen(was, read) }]
  })
  await addCounts(write, plantId, added)
  const counters = newer.map(({ at, output, good, energy, arc }) =>
    JSON.stringify({ at, output, good, energy, arc }),
  )
  await sql`update machine_tracks t set counters = n.counters::jsonb
    from unnest(${newer.map(({ machineId }) => machineId)}::bigint[], ${counters}::text[]) n (machine_id, counters)
    where t.machine_id = n.machine_id and t.plant_id = ${plantId}`.execute(write)
}

/** Adds to what machines made in shifts; each machine and shift once. */
export async function addCounts(write: Write, plantId: number, added: readonly Added[]): Promise<void> {
  const moved = added.filter(
    ({ output, good, energy, arc }) => output + (good ?? 0) + (energy ?? 0) + (arc ?? 0) > 0,
  )
  if (moved.length === 0) return
  const column = <K extends keyof Added>(name: K) => moved.map((row) => row[name])
  await sql`
    insert into machine_counts as c (plant_id, machine_id, source, day, shift_id, output, good_output, energy_kwh, arc_on_s)
    select ${plantId}, * from unnest(${column('machineId')}::bigint[], ${column('source')}::text[],
      ${column('day')}::date[], ${column('shiftId')}::bigint[], ${column('output')}::float8[],
      ${column('good')}::float8[], ${column('energy')}::float8[], ${column('arc')}::float8[])
    on conflict on constraint machine_counts_key do update set
      output = c.output + excluded.output,
      good_output = case when excluded.good_output is null then c.good_output
        else coalesce(c.good_output, 0) + excluded.good_output end,
      energy_kwh = case when excluded.energy_kwh is null then c.energy_kwh
        else coalesce(c.energy_kwh, 0) + excluded.energy_kwh end,
      arc_on_s = case when excluded.arc_on_s is null then c.arc_on_s
        else coalesce(c.arc_on_s, 0) + excluded.arc_on_s end`.execute(write)
}
