import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'
import type {
  MachineEventPage,
  MachineEventRow,
  telemetryApi,
} from '@cloud-factory/contract/telemetry/telemetry'
import type { MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { type Reads, readRows } from '../../../platform/db/handles.ts'

type Query = QueryOf<(typeof telemetryApi)['GET /api/machines/:id/events']>

interface EventRead {
  readonly event_key: string
  readonly at: Date
  readonly received_at: Date
  readonly type: MachineEventType
  readonly data: Readonly<Record<string, unknown>>
}

const pageSize = 50
/** Maximum length of event data that is shown. */
const maxDetails = 8
const longestDetail = 80
/** Shown as code, text, severity and whether it began or ended. */
const shownApart: ReadonlySet<string> = new Set(['code', 'text', 'severity', 'on'])

/** One page of a machine's events plus one row, latest first. */
export const eventRows = (
  machineId: number,
  { type, from, to, before, beforeId = '' }: Query,
): RawBuilder<EventRead> => sql<EventRead>`
  select event_key, at, received_at, type, data from telemetry_events
  where machine_id = ${machineId}
    ${from === undefined ? sql`` : sql`and at >= ${from}::timestamptz`}
    ${to === undefined ? sql`` : sql`and at < ${to}::timestamptz`}
    ${before === undefined ? sql`` : sql`and (at, event_key) < (${before}::timestamptz, ${beforeId}::text)`}
    ${type === undefined ? sql`` : sql`and type = any(${[...type]}::text[])`}
  order by at desc, event_key desc limit ${pageSize + 1}`

/** Events that a machine reported, latest first, in pages. */
export async function machineEvents(
  reads: Reads,
  machineId: number,
  query: Query,
): Promise<MachineEventPage> {
  const rows = await readRows(reads, eventRows(machineId, query))
  const items = rows.slice(0, pageSize).map(viewOf)
  const last = items.at(-1)
  const next = rows.length > pageSize && last !== undefined ? { before: last.at, beforeId: last.id } : null
  return { items, next }
}

function viewOf({ event_key: id, at, received_at: receivedAt, type, data }: EventRead): MachineEventRow {
  const own = ownAlarm(data)
  return {
    id,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    type,
    code: own?.code ?? '',
    text: own === null || own.text === own.code ? '' : own.text,
    severity: own?.severity ?? null,
    on: own?.on ?? null,
    details: Object.entries(data)
      .filter(
        ([name, value]) => !shownApart.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
      )
      .slice(0, maxDetails)
      .map(([name, value]) => ({
        name: name.slice(0, longestDetail),
        value: String(value).slice(0, longestDetail),
      })),
  }
}

interface OpenMachineAlarm {
  readonly machineId: number
  /** The name of the event. */
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Maximum number of alarms read, latest first. */
const most = 1000

/**
 * Open alarms of machines: events whose name has the first ending, without a later event of the same name with the second ending, which marks the
 * end.
 */
export const openMachineAlarms = (
  reads: Reads,
  machineIds: readonly number[],
  ends: { readonly on: string; readonly off: string },
): Promise<OpenMachineAlarm[]> =>
  readRows(
    reads,
    sql<OpenMachineAlarm>`
      select e.machine_id as "machineId", e.event_key as id, e.data from telemetry_events e
      where e.machine_id = any(${[...machineIds]}::bigint[]) and e.type = 'alarm'
        and right(e.event_key, ${ends.on.length}) = ${ends.on} and not exists (
          select from telemetry_events o where o.machine_id = e.machine_id
            and o.event_key = left(e.event_key, ${-ends.on.length}) || ${ends.off})
      order by e.at desc limit ${most}`,
  )

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

interface OpenReportedAlarm {
  readonly machineId: number
  /** Ms since 1970. */
  readonly at: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

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
