import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

interface OpenReportedAlarm {
  readonly machineId: number
  /** Ms since 1970. */
  readonly at: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Maximum number of alarms read. */
const most = 1000

/** As in `ownAlarm`: without a code, the text identifies the alarm. */
const nameIn = (event: string): RawBuilder<string> =>
  sql.raw(`left(trim(coalesce(nullif(${event}.data->>'code', ''), ${event}.data->>'text')), 40)`)

/** Alarms that arrived since an instant and began, without a later or simultaneous end of the same alarm; oldest first. */
export const openReportedAlarms = (reads: Reads, receivedSince: Date): Promise<OpenReportedAlarm[]> =>
  readRows(
    reads,
    sql<OpenReportedAlarm>`
      select e.machine_id as "machineId", (extract(epoch from e.at) * 1000)::float8 as at, e.type, e.data
      from telemetry_events e
      where e.received_at >= ${receivedSince} and e.type = 'alarm' and e.data->'on' = 'true'::jsonb and not exists (
        select from telemetry_events o where o.machine_id = e.machine_id and o.at >= e.at and o.type = 'alarm'
          and o.data->'on' = 'false'::jsonb and ${nameIn('o')} = ${nameIn('e')})
      order by e.at limit ${most}`,
  )
