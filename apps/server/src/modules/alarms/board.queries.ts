import { sql } from 'kysely'
import type { AlarmState, RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { SignalRole } from '@cloud-factory/domain/machines/equipment-enums'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { isCurrent, severityRank, views } from './alarms.queries.ts'
import { machineDirectory } from '../machine-states/public.ts'
import { unitOf } from './alarms.rules.ts'

/** An unacknowledged or current alarm, as a board shows it. */
interface BoardAlarm {
  readonly id: number
  readonly machineId: number
  readonly severity: Severity
  readonly names: Names
  /** The measured value; null: the alarm is about a state, whose number means nothing to a reader. */
  readonly value: number | null
  /** Unit of the value; empty: dimensionless, or no value. */
  readonly unit: string
  /** When it was last raised. */
  readonly since: Date
  readonly acked: boolean
  /** Its condition is present; false: it returned to normal without being acknowledged. */
  readonly current: boolean
  readonly ackedBy: string
  readonly times: number
}

/** A row with the rule's reference to a signal of the machine. */
type BoardRead = Omit<BoardAlarm, 'acked' | 'current' | 'unit'> & {
  readonly state: AlarmState
  readonly kind: RuleKind
  readonly role: SignalRole | null
  readonly signal: string | null
}

/** Alarms that a machine reports itself are shown with its own text. */
const shownNames = sql`case when a.own_code = '' then r.names else (
  select jsonb_build_object('zh', w, 'en', w, 'es', w) from (select coalesce(nullif(a.own_text, ''), a.own_code) as w) o) end`

/** More rows are of no use on a board; the counts include all alarms. */
const maxAlarms = 200

/**
 * Active alarms, most severe first, unacknowledged ones before the others. Also the number of current and of unacknowledged
 * alarms, by machine and severity.
 */
export async function alarmBoard(reads: Reads, plantId: number, now: Date) {
  const where = sql`a.plant_id = ${plantId} and ${views(now).active}`
  const [rows, counts, watched] = await Promise.all([
    readRows(
      reads,
      sql<BoardRead>`
        select a.id, a.machine_id as "machineId", a.severity, ${shownNames} as names,
          case when r.kind in ('above', 'below') then a.value end as value, a.active_at as since, a.state,
          a.acked_by_name as "ackedBy", a.times, r.kind, r.role, r.signal
        from alarms a join alarm_rules r on r.id = a.rule_id where ${where}
        order by a.state = 'acked', ${severityRank} desc, a.active_at desc, a.id desc limit ${maxAlarms}`,
    ),
    readRows(
      reads,
      sql<{ machineId: number; severity: Severity; count: number; unacked: number }>`
        select a.machine_id as "machineId", a.severity, (count(*) filter (where ${isCurrent}))::int as count,
          (count(*) filter (where a.state <> 'acked'))::int as unacked
        from alarms a where ${where} group by 1, 2`,
    ),
    machineDirectory(reads, plantId),
  ])
  const byId = new Map(watched.map((machine) => [machine.id, machine]))
  const alarms: BoardAlarm[] = rows.map(({ state, kind, role, signal, ...row }) => ({
    ...row,
    names: names.parse(row.names),
    unit: unitOf({ kind, role, signal }, byId.get(row.machineId)),
    acked: state === 'acked',
    current: state !== 'rtn_unack',
  }))
  return { alarms, counts }
}

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
