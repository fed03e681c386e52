import type { AlarmState, Severity } from '@cloud-factory/contract/alarm-words'
import { type Names, names } from '@cloud-factory/contract/processes'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { severityRank, views } from './alarms.reads.ts'

/** An alarm that needs somebody, as a board shows it. */
interface BoardAlarm {
  readonly id: number
  readonly machineId: number
  readonly severity: Severity
  readonly names: Names
  readonly value: number | null
  /** When it last came. */
  readonly since: Date
  readonly acked: boolean
  readonly ackedBy: string
  readonly times: number
}

/** What a machine tells itself is called by the machine's own words. */
const shownNames = sql`case when a.own_code = '' then r.names else (
  select jsonb_build_object('zh', w, 'en', w, 'es', w) from (select coalesce(nullif(a.own_text, ''), a.own_code) as w) o) end`

/** More alarms than that nobody reads; the counts know all of them. */
const mostAlarms = 200

/**
 * Alarms as the list of active ones has them, the worst first, those that nobody has acknowledged before the others; and how
 * many there are by machine and severity.
 */
export async function alarmBoard(reads: Reads, plantId: number, now: Date) {
  const where = sql`a.plant_id = ${plantId} and ${views(now).active}`
  const [rows, counts] = await Promise.all([
    readRows(
      reads,
      sql<Omit<BoardAlarm, 'acked'> & { readonly state: AlarmState }>`
        select a.id, a.machine_id as "machineId", a.severity, ${shownNames} as names, a.value, a.active_at as since, a.state,
          a.acked_by_name as "ackedBy", a.times
        from alarms a join alarm_rules r on r.id = a.rule_id where ${where}
        order by a.state = 'acked', ${severityRank} desc, a.active_at desc, a.id desc limit ${mostAlarms}`,
    ),
    readRows(
      reads,
      sql<{ machineId: number; severity: Severity; count: number; unacked: number }>`
        select a.machine_id as "machineId", a.severity, count(*)::int as count,
          (count(*) filter (where a.state <> 'acked'))::int as unacked
        from alarms a where ${where} group by 1, 2`,
    ),
  ])
  const alarms: BoardAlarm[] = rows.map(({ state, ...row }) => ({
    ...row,
    names: names.parse(row.names),
    acked: state === 'acked',
  }))
  return { alarms, counts }
}
