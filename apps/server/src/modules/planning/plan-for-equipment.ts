import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

interface ShiftRead {
  readonly id: number
  readonly names: Names
  readonly startsAt: string
  readonly endsAt: string
}

/** Active shifts in the order of the day, their times as `HH:MM`. */
export async function shiftsOf(reads: Reads, plantId: number): Promise<ShiftRead[]> {
  const rows = await readRows(
    reads,
    sql<ShiftRead>`select id, names, to_char(starts_at, 'HH24:MI') as "startsAt", to_char(ends_at, 'HH24:MI') as "endsAt"
      from shifts where plant_id = ${plantId} and active order by starts_at, id`,
  )
  return rows.map((row) => ({ ...row, names: names.parse(row.names) }))
}

/** Workshops of the plant, by code. */
export function workshopsOf(
  reads: Reads,
  plantId: number,
): Promise<{ id: number; code: string; name: string }[]> {
  return readRows(
    reads,
    sql<{ id: number; code: string; name: string }>`
      select id, code, name from workshops where plant_id = ${plantId} and active order by code`,
  )
}
