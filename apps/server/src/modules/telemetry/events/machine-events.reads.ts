import type { QueryOf } from '@cloud-factory/contract/endpoint'
import { ownAlarm } from '@cloud-factory/domain/alarms/own-alarms.rules'
import type {
  MachineEventPage,
  MachineEventRow,
  telemetryApi,
} from '@cloud-factory/contract/telemetry/telemetry'
import type { MachineEventType } from '@cloud-factory/domain/telemetry/telemetry-enums'
import { type RawBuilder, sql } from 'kysely'
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
