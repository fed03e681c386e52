import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** A period of a machine; ms since 1970, end excluded. */
interface QuerySpan {
  readonly machineId: number
  readonly from: number
  readonly to: number
}

interface ReportedRow {
  readonly span: number
  readonly at: Date
  readonly code: string
  readonly text: string
  /** Names of the rule; null: the machine reported the alarm itself. */
  readonly names: Names | null
}

/** Maximum number of alarms per span. */
const maxOfSpan = 20

/** Alarms raised within spans of machines, by the code of their rule or the machine's own code. */
export const reportedAlarmRows = (plantId: number, spans: readonly QuerySpan[], codes: readonly string[]) =>
  sql<ReportedRow>`
    select s.place::int - 1 as span, a.raised_at as at, a.code, a.text, a.names
    from unnest(${spans.map(({ machineId }) => machineId)}::bigint[],
      ${spans.map(({ from }) => new Date(from).toISOString())}::timestamptz[],
      ${spans.map(({ to }) => new Date(to).toISOString())}::timestamptz[]) with ordinality s (machine_id, t0, t1, place)
    cross join lateral (
      select l.raised_at, coalesce(nullif(l.own_code, ''), r.code) as code, l.own_text as text,
        case when l.own_code = '' then r.names end as names
      from alarms l join alarm_rules r on r.id = l.rule_id
      where l.machine_id = s.machine_id and l.plant_id = ${plantId} and l.raised_at >= s.t0 and l.raised_at < s.t1
        and coalesce(nullif(l.own_code, ''), r.code) = any(${[...codes]}::text[])
      order by l.raised_at limit ${maxOfSpan}) a`

/** Alarms of machines with these codes, within spans. */
export async function reportedAlarms(
  reads: Reads,
  plantId: number,
  spans: readonly QuerySpan[],
  codes: readonly string[],
) {
  const rows = await readRows(reads, reportedAlarmRows(plantId, spans, codes))
  return rows.map((row) => ({
    span: row.span,
    at: row.at.getTime(),
    code: row.code,
    text: row.text,
    names: row.names === null ? null : names.parse(row.names),
  }))
}
