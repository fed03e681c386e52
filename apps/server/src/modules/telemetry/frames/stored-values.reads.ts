import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/**
 * Values of a machine's signal with a given role in a time span, in order of time and limited in number; null: the frame has no value for it, because
 * it was unchanged or is not trusted.
 */
export async function storedValues(
  reads: Reads,
  machineId: number,
  { role, from, to, most }: { role: string; from: Date; to: Date; most: number },
): Promise<{ at: number; value: number | null }[]> {
  const rows = await readRows(
    reads,
    sql<{ at: Date; value: number | null }>`
      select f.at, case when f.qualities[s.slot] = 1 then null else f.values[s.slot] end as value
      from telemetry_frames f join profile_signals s on s.profile_id = f.profile_id and s.role = ${role}
      where f.machine_id = ${machineId} and f.at >= ${from} and f.at <= ${to} order by f.at limit ${most}`,
  )
  return rows.map(({ at, value }) => ({ at: at.getTime(), value }))
}
