import { type RawBuilder, sql } from 'kysely'
import type {
  AlarmEventKind,
  AlarmState,
  AlarmView,
  Severity,
} from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRow, alarmsApi, AlarmSummary } from '@cloud-factory/contract/alarms/alarms'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { type AlarmRead, type AlarmSight, alarmView, machineView } from './alarm-view.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'
import { repairsOfAlarms } from '../maintenance/public.ts'
import type { OpenWatch } from './rule-watch.ts'

type Api = typeof alarmsApi
type ListQuery = QueryOf<Api['GET /api/alarms']>

const columns = sql`a.*, r.code, r.names, r.advice, r.kind, r.role, r.signal`
const from = sql`alarms a join alarm_rules r on r.id = a.rule_id`

export const severityRank = sql`array_position(array['info', 'warning', 'critical'], a.severity)`
const sorts = {
  raisedAt: sql`a.raised_at, a.id`,
  '-raisedAt': sql`a.raised_at desc, a.id desc`,
  severity: sql`${severityRank}, a.raised_at desc, a.id desc`,
  '-severity': sql`${severityRank} desc, a.raised_at desc, a.id desc`,
}

/** Silent: shelved by a person, or suppressed because the machine is offline. */
const isSilent = (now: Date) => sql`(a.is_suppressed or coalesce(a.shelved_until > ${now}, false))`

/** Its condition is present: it has not returned to normal. */
export const isCurrent = sql`a.state in ('unack', 'acked')`

export const views = (now: Date): Readonly<Record<AlarmView, RawBuilder<unknown>>> => ({
  active: sql`a.state <> 'normal' and not ${isSilent(now)}`,
  current: sql`${isCurrent} and not ${isSilent(now)}`,
  returned: sql`a.state = 'rtn_unack' and not ${isSilent(now)}`,
  shelved: sql`a.state <> 'normal' and ${isSilent(now)}`,
  open: sql`a.state <> 'normal'`,
  over: sql`a.state = 'normal'`,
})

/** Conditions of the list. Machines are given by id, because they belong to another module. */
function alarmConditions(
  plantId: number,
  query: ListQuery,
  machines: readonly DirectoryMachine[],
  now: Date,
): RawBuilder<unknown> {
  const { machineId, ruleId, severity = [], q = '' } = query
  const word = q.toLowerCase()
  const called = machines.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(word))
  return allOf([
    sql`a.plant_id = ${plantId}`,
    views(now)[query.view ?? 'active'],
    severity.length === 0 ? null : sql`a.severity = any(${[...severity]}::text[])`,
    narrowed(query, machines),
    machineId === undefined ? null : sql`a.machine_id = ${Number(machineId)}`,
    ruleId === undefined ? null : sql`a.rule_id = ${Number(ruleId)}`,
    query.from === undefined ? null : sql`a.raised_at >= ${query.from}::timestamptz`,
    query.to === undefined ? null : sql`a.raised_at < ${query.to}::timestamptz`,
    word === ''
      ? null
      : sql`(${amongst(called)} or strpos(lower(r.code || ' ' || r.names::text || ' ' || a.own_code || ' ' || a.own_text), ${word}) > 0)`,
  ])
}

const amongst = (machines: readonly DirectoryMachine[]) =>
  sql`a.machine_id = any(${machines.map(({ id }) => id)}::bigint[])`

/** Only machines of these classes in this workshop; null: all. */
function narrowed({ workshopId, class: classes = [] }: ListQuery, machines: readonly DirectoryMachine[]) {
  if (workshopId === undefined && classes.length === 0) return null
  return amongst(
    machines.filter(
      (machine) =>
        (workshopId === undefined || machine.workshopId === Number(workshopId)) &&
        (classes.length === 0 || classes.includes(machine.class)),
    ),
  )
}

const alarmPage = (where: RawBuilder<unknown>, query: ListQuery) =>
  sql<AlarmRead>`select ${columns} from ${from} where ${where}
    order by ${sorts[query.sort ?? '-raisedAt']} ${limitOf(query)}`

/** One page of alarms, the latest first unless sorted otherwise. */
export async function listAlarms(
  reads: Reads,
  actor: Actor,
  query: ListQuery,
  { machines, now }: AlarmSight,
): Promise<ReplyOf<Api['GET /api/alarms']>> {
  const where = alarmConditions(actor.plantId, query, machines, now)
  const { rows, total } = await countedPage(reads, alarmPage(where, query), from, where)
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const repairs = await repairsOfAlarms(
    reads,
    actor.plantId,
    rows.map(({ id }) => id),
  )
  return {
    items: rows.map((row) =>
      alarmView(row, actor, { machine: byId.get(row.machine_id), repair: repairs.get(row.id) ?? null, now }),
    ),
    total,
  }
}

/** Fails with `not_found` when the plant has no such alarm. */
export async function oneAlarm(
  reads: Reads,
  actor: Actor,
  id: string,
  { machines, now }: AlarmSight,
): Promise<AlarmRow> {
  const [row] = await readRows(
    reads,
    sql<AlarmRead>`select ${columns} from ${from} where a.plant_id = ${actor.plantId} and a.id = ${Number(id)}`,
  )
  if (row === undefined) return fail('not_found')
  const repairs = await repairsOfAlarms(reads, actor.plantId, [row.id])
  const machine = machines.find(({ id: machineId }) => machineId === row.machine_id)
  return alarmView(row, actor, { machine, repair: repairs.get(row.id) ?? null, now })
}

/** More than this number in ten minutes is an alarm flood (ANSI/ISA-18.2-2016, 16.5). */
const floodAlarms = 10

export async function alarmSummary(reads: Reads, plantId: number, now: Date): Promise<AlarmSummary> {
  const { current } = views(now)
  const [row] = await readRows(
    reads,
    sql<Omit<AlarmSummary, 'now' | 'active' | 'isFlood'> & AlarmSummary['active'] & { recent: number }>`
      select count(*) filter (where ${current} and a.severity = 'info')::int as info,
        count(*) filter (where ${current} and a.severity = 'warning')::int as warning,
        count(*) filter (where ${current} and a.severity = 'critical')::int as critical,
        count(*) filter (where not ${isSilent(now)} and a.state <> 'acked')::int as unacked,
        count(*) filter (where a.shelved_until > ${now})::int as shelved,
        count(*) filter (where a.is_suppressed)::int as suppressed,
        (select count(*)::int from (select from alarms f where f.plant_id = ${plantId}
          and f.raised_at > ${now}::timestamptz - interval '10 minutes' limit 1000) f) as recent,
        (select coalesce(max(seq), 0)::int from outbox where plant_id = ${plantId} and name = 'alarms.raised'
          and at > ${now}::timestamptz - interval '1 hour') as raised
      from alarms a where a.plant_id = ${plantId} and a.state <> 'normal'`,
  )
  const { info, warning, critical, recent, ...counts } = row ?? none
  return {
    now: now.toISOString(),
    active: { info, warning, critical },
    ...counts,
    isFlood: recent > floodAlarms,
  }
}

const none = { info: 0, warning: 0, critical: 0, recent: 0, unacked: 0, shelved: 0, suppressed: 0, raised: 0 }

type Events = ReplyOf<Api['GET /api/alarms/:id/events']>

/** History of an alarm, latest first. */
export async function alarmEvents(reads: Reads, plantId: number, id: string): Promise<Events> {
  const rows = await readRows(
    reads,
    sql<{ id: number; at: Date; kind: AlarmEventKind; value: number | null; by_name: string; note: string }>`
      select e.id, e.at, e.kind, e.value, e.by_name, e.note from alarm_events e
      where e.plant_id = ${plantId} and e.alarm_id = ${Number(id)} order by e.id desc limit 200`,
  )
  if (rows.length === 0) fail('not_found')
  const items = rows.map(({ id: eventId, at, by_name: by, ...row }) => ({
    ...row,
    id: String(eventId),
    at: at.toISOString(),
    by,
  }))
  return { items, total: items.length }
}

type OutOfServiceList = ReplyOf<Api['GET /api/alarm-rules-out-of-service']>

export async function rulesOutOfService(
  reads: Reads,
  plantId: number,
  machines: readonly DirectoryMachine[],
): Promise<OutOfServiceList> {
  const rows = await readRows(
    reads,
    sql<{
      machine_id: number
      rule_id: number
      code: string
      names: Names
      reason: string
      since: Date
      by_name: string
    }>`
      select o.*, r.code, r.names from alarm_outages o join alarm_rules r on r.id = o.rule_id
      where o.plant_id = ${plantId} order by o.since desc limit 500`,
  )
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const items = rows.map((row) => ({
    id: `${row.machine_id}-${row.rule_id}`,
    machine: machineView(byId.get(row.machine_id), row.machine_id),
    rule: { id: String(row.rule_id), code: row.code, names: names.parse(row.names) },
    reason: row.reason,
    since: row.since.toISOString(),
    by: row.by_name,
  }))
  return { items, total: items.length }
}

interface OpenWatches {
  /** Open alarms, by machine and rule. */
  readonly alarms: ReadonlyMap<string, OpenWatch>
  /** Machines with suppressed alarms among them. */
  readonly silent: ReadonlySet<number>
}

/** State from which watching begins. */
export async function openWatches(reads: Reads, plantId: number): Promise<OpenWatches> {
  const rows = await readRows(
    reads,
    sql<{
      machine_id: number
      rule_id: number
      state: AlarmState
      severity: Severity
      is_chattering: boolean
      is_suppressed: boolean
    }>`
      select machine_id, rule_id, state, severity, is_chattering, is_suppressed from alarms
      where plant_id = ${plantId} and state <> 'normal'`,
  )
  const alarms = new Map(
    rows.map((row) => [
      `${row.machine_id} ${row.rule_id}`,
      { isActive: row.state !== 'rtn_unack', severity: row.severity, isChattering: row.is_chattering },
    ]),
  )
  const silent = new Set(
    rows.filter((row) => row.is_suppressed).map(({ machine_id: machineId }) => machineId),
  )
  return { alarms, silent }
}

/** Number of the newest alarm event; 0 = none yet. If it is unchanged, no alarm has changed. */
export async function alarmPulse(reads: Reads): Promise<number> {
  const [row] = await readRows(
    reads,
    sql<{ newest: number | null }>`select max(id) as newest from alarm_events`,
  )
  return row?.newest ?? 0
}

/** Time to acknowledge a critical alarm before others are notified. */
const acknowledgeMinutes = 1

/** Critical alarms raised after a time that are active, not acknowledged and not shelved. */
export async function unacknowledgedAlarms(
  reads: Reads,
  plantId: number,
  { since, now, language }: { readonly since: Date; readonly now: Date; readonly language: string },
): Promise<{ id: number; what: string }[]> {
  return readRows(
    reads,
    sql<{ id: number; what: string }>`
      select a.id, m.code || ' ' || coalesce(nullif(r.names->>${language}, ''), r.names->>'zh') as what
      from alarms a join machines m on m.id = a.machine_id join alarm_rules r on r.id = a.rule_id
      where a.plant_id = ${plantId} and a.state = 'unack' and a.severity = 'critical' and a.raised_at > ${since}
        and a.raised_at <= ${now}::timestamptz - ${acknowledgeMinutes} * interval '1 minute'
        and a.shelved_until is null and not a.is_suppressed
      order by a.raised_at, a.id`,
  )
}
