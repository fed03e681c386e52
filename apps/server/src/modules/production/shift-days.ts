import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { type ShiftDay, type ShiftTimes, shiftOf } from '../planning/public.ts'

/** Shifts of a plant, loaded once to assign many timestamps to working days. */
export async function shiftDays(reads: Reads, plantId: number): Promise<(at: Date) => ShiftDay> {
  const rows = await readRows(
    reads,
    sql<{ shifts: ShiftTimes[]; time_zone: string }>`
      select time_zone, coalesce((select jsonb_agg(jsonb_build_object('id', id,
        'startsAt', to_char(starts_at, 'HH24:MI'), 'endsAt', to_char(ends_at, 'HH24:MI')) order by id)
        from shifts where plant_id = plants.id and active), '[]') as shifts
      from plants where id = ${plantId}`,
  )
  const { shifts = [], time_zone: timeZone = 'UTC' } = rows[0] ?? {}
  return (at) => shiftOf(at.getTime(), shifts, timeZone)
}
