import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** The newest trusted value of each signal of each active machine, and when it was measured, ms since 1970. */
export const latestValues = (
  reads: Reads,
  plantId: number,
): Promise<{ machineId: number; slot: number; at: number; value: number }[]> =>
  readRows(
    reads,
    sql<{ machineId: number; slot: number; at: number; value: number }>`
      select l.machine_id as "machineId", l.slot, (extract(epoch from l.at) * 1000)::float8 as at, l.value
      from machines m join telemetry_latest l on l.machine_id = m.id and l.profile_id = m.profile_id
      where m.plant_id = ${plantId} and m.active and l.quality <> 1`,
  )
