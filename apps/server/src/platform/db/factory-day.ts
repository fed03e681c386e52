import { sql } from 'kysely'
import { type Reads, readRows } from './handles.ts'

/** Today in the time zone of a plant, as SQL. */
export const today = (plantId: number, now: Date) =>
  sql<string>`(select (${now}::timestamptz at time zone time_zone)::date from plants where id = ${plantId})`

/** An instant in local time of a plant, `2026-03-21 12:00`, for sentences. */
export async function hourOf(reads: Reads, plantId: number, at: Date): Promise<string> {
  const [row] = await readRows(
    reads,
    sql<{
      hour: string
    }>`select to_char(${at}::timestamptz at time zone time_zone, 'YYYY-MM-DD HH24:MI') as hour
      from plants where id = ${plantId}`,
  )
  return row?.hour ?? at.toISOString()
}

/** The instant at a local time of a plant, `08:30`, some days before another one. */
export async function localTime(
  reads: Reads,
  { plantId, now }: { readonly plantId: number; readonly now: Date },
  { daysAgo, time }: { readonly daysAgo: number; readonly time: string },
): Promise<Date> {
  const [row] = await readRows(
    reads,
    sql<{ at: Date }>`
      select ((${now}::timestamptz at time zone time_zone)::date - ${daysAgo}::int + ${time}::time) at time zone time_zone as at
      from plants where id = ${plantId}`,
  )
  return row?.at ?? now
}
