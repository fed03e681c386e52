import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { telemetryApi, TextChange, TextChangePage } from '@cloud-factory/contract/telemetry/telemetry'
import { type RawBuilder, sql } from 'kysely'
import { type Reads, readRows } from '../../../platform/db/handles.ts'
import { shownText } from './shown-text.ts'

type Query = QueryOf<(typeof telemetryApi)['GET /api/machines/:id/texts']>

interface TextRead extends Pick<TextChange, 'slot' | 'code' | 'kind'> {
  readonly names: Names
  readonly at: Date
  readonly seen_at: Date
  readonly value: string
}

const pageSize = 50

/** One page of changes plus one row, latest first. A late value equal to the value before it is not a change. */
export const textRows = (
  machineId: number,
  { slot, before, beforeSlot = 0 }: Query,
): RawBuilder<TextRead> => sql<TextRead>`
  select c.slot, s.code, s.names, c.at, c.seen_at, c.kind, c.value from (
  select t.slot, t.profile_id, t.at, t.seen_at, t.kind, t.value from telemetry_texts t
  where t.machine_id = ${machineId} ${slot === undefined ? sql`` : sql`and t.slot = ${slot}`}
    ${before === undefined ? sql`` : sql`and (t.at, t.slot) < (${before}::timestamptz, ${beforeSlot}::smallint)`}
    and not exists (select from (select kind, value from telemetry_texts p
      where p.machine_id = t.machine_id and p.slot = t.slot and p.at < t.at order by p.at desc limit 1) p
      where p.kind = t.kind and p.value = t.value)
  order by t.at desc, t.slot desc limit ${pageSize + 1}) c
  join profile_signals s on s.profile_id = c.profile_id and s.slot = c.slot order by c.at desc, c.slot desc`

/** Non-numeric values of a machine's signals, latest first, in pages. */
export async function textChanges(reads: Reads, machineId: number, query: Query): Promise<TextChangePage> {
  const [rows, signals] = await Promise.all([
    readRows(reads, textRows(machineId, query)),
    readRows(
      reads,
      sql<{ slot: number; code: string; names: Names }>`
        select s.slot, s.code, s.names from machines m join profile_signals s on s.profile_id = m.profile_id
        where m.id = ${machineId} and exists (
          select from telemetry_texts t where t.machine_id = m.id and t.slot = s.slot and t.profile_id = m.profile_id)
        order by s.slot`,
    ),
  ])
  const items = rows.slice(0, pageSize).map(({ at, seen_at: until, value, ...row }) => ({
    ...row,
    at: at.toISOString(),
    until: until.toISOString(),
    text: shownText({ kind: row.kind, value }) ?? '',
  }))
  const last = items.at(-1)
  const next =
    rows.length > pageSize && last !== undefined ? { before: last.at, beforeSlot: last.slot } : null
  return { items, signals, next }
}
