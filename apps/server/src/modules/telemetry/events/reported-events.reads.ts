import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

/** A time span of a machine; ms since 1970, the end is exclusive. */
interface QuerySpan {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

interface ReportedRow {
  readonly span: number
  readonly at: Date
  readonly type: 'alarm' | 'reason'
  readonly data: Readonly<Record<string, unknown>>
}

/** Maximum number of events read per span; reasons come before alarms. */
const maxOfSpan = 20

/** Alarms and reasons with one of these codes that machines reported in the given spans. Alarm ends are left out. */
export const reportedRows = (spans: readonly QuerySpan[], codes: readonly string[]) => sql<ReportedRow>`
  select s.place::int - 1 as span, e.at, e.type, e.data
  from unnest(${spans.map(({ machineId }) => machineId)}::bigint[],
    ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
    ${spans.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) with ordinality s (machine_id, t0, t1, place)
  cross join lateral (
    select at, type, data from telemetry_events
    where machine_id = s.machine_id and at >= s.t0 and at < s.t1 and type in ('alarm', 'reason')
      and left(coalesce(nullif(data->>'code', ''), data->>'text'), 40) = any(${[...codes]}::text[])
      and data->'on' is distinct from 'false'::jsonb
    order by type desc, at limit ${maxOfSpan}) e`

/** Events with codes that machines reported within the spans. */
export async function reportedEvents(reads: Reads, spans: readonly QuerySpan[], codes: readonly string[]) {
  const rows = await readRows(reads, reportedRows(spans, codes))
  return rows.flatMap(({ span, at, type, data }) => {
    const own = ownAlarm(data)
    return own === null
      ? []
      : [{ span, at: at.getTime(), code: own.code, text: own.text, isReason: type === 'reason' }]
  })
}
