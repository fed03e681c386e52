import type { AlarmEventKind, AlarmState, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { moved, type Change } from './alarms.rules.ts'

/** Machine and rule of an alarm. */
export interface AlarmPlace {
  readonly plantId: number
  readonly machineId: number
  readonly machineCode: string
  readonly source: string
  readonly ruleId: number
  /** The machine's own code and text; omitted: the alarm comes from a rule. */
  readonly own?: { readonly code: string; readonly text: string }
}

/** Maximum number of alarms that a machine can have of its own at a time; further ones are in its events only. */
const maxOwn = 50

interface OpenAlarm {
  readonly id: number
  readonly active_at: Date
  readonly state: AlarmState
  readonly severity: Severity
}

/** An entry in the history of an alarm. */
export interface NewAlarmEvent {
  readonly alarmId: number
  readonly kind: AlarmEventKind
  readonly at: Date
  readonly value?: number | null
  readonly note?: string
  readonly byId?: number | null
  readonly byName?: string
}

export async function recordAlarmEvents(
  write: Write,
  plantId: number,
  events: readonly NewAlarmEvent[],
): Promise<void> {
  if (events.length === 0) return
  await write
    .insertInto('alarm_events')
    .values(
      events.map(({ alarmId, kind, at, value = null, note = '', byId = null, byName = '' }) => ({
        plant_id: plantId,
        alarm_id: alarmId,
        kind,
        at,
        value,
        note,
        by_id: byId,
        by_name: byName,
      })),
    )
    .execute()
}

/** Writes a change of a rule on a machine. A change that another instance has already written has no effect. */
export async function writeChange(write: Write, place: AlarmPlace, change: Change): Promise<void> {
  const open = await openAlarm(write, place)
  const at = new Date(change.at)
  if (change.kind === 'raise') return raise(write, place, open, change)
  if (open === null) return
  if (change.kind === 'severity') return grow(write, place, open, change)
  // The machine cleared an alarm that it has reported again since.
  if (place.own !== undefined && at < open.active_at) return
  const state = moved(open.state, 'return')
  if (state === null) return
  const isOver = state === 'normal'
  const event = { alarmId: open.id, at, value: change.value }
  await sql`update alarms set state = ${state}, returned_at = ${at}, closed_at = ${isOver ? at : null},
      is_chattering = false, version = version + 1 where id = ${open.id}`.execute(write)
  await recordAlarmEvents(write, place.plantId, [
    { ...event, kind: 'returned' },
    ...(isOver ? [{ ...event, kind: 'closed' as const }] : []),
  ])
}

/** Raises or lowers the severity. */
async function grow(
  write: Write,
  { plantId }: AlarmPlace,
  open: OpenAlarm,
  { at, severity, value }: Extract<Change, { kind: 'severity' }>,
): Promise<void> {
  if (severity === open.severity) return
  // More severe than what was acknowledged, so it must be acknowledged again.
  const isWorse = severity === 'critical' && open.state === 'acked'
  await sql`update alarms set severity = ${severity}, value = ${value}, version = version + 1,
      state = ${isWorse ? 'unack' : open.state}
    where id = ${open.id}`.execute(write)
  const event = { alarmId: open.id, at: new Date(at), value, kind: 'severity' as const, note: severity }
  await recordAlarmEvents(write, plantId, [event])
}

async function raise(
  write: Write,
  place: AlarmPlace,
  open: OpenAlarm | null,
  { at: ms, severity, value }: Extract<Change, { kind: 'raise' }>,
): Promise<void> {
  const at = new Date(ms)
  if (open === null) {
    const { rows } = await sql<{ id: number }>`
      insert into alarms (plant_id, machine_id, source, rule_id, own_code, own_text, state, severity, value, raised_at,
        active_at)
      select ${place.plantId}, ${place.machineId}, ${place.source}, ${place.ruleId}, ${place.own?.code ?? ''},
        ${place.own?.text ?? ''}, 'unack', ${severity}, ${value}, ${at}::timestamptz, ${at}::timestamptz
      where (select count(*) from alarms where machine_id = ${place.machineId} and rule_id = ${place.ruleId}
        and state <> 'normal') < ${maxOwn}
      on conflict (machine_id, rule_id, own_code) where state <> 'normal' do nothing returning id`.execute(
      write,
    )
    const id = rows[0]?.id
    if (id === undefined) return
    await recordAlarmEvents(write, place.plantId, [{ alarmId: id, kind: 'raised', at, value }])
    await recordEvent(write, { plantId: place.plantId }, { name: 'alarms.raised', subjectId: String(id) })
    return
  }
  const state = moved(open.state, 'raise')
  if (state === null) return
  await sql`update alarms set state = ${state}, severity = ${severity}, value = ${value}, active_at = ${at}, times = times + 1,
      returned_at = null, version = version + 1 where id = ${open.id}`.execute(write)
  await recordAlarmEvents(write, place.plantId, [{ alarmId: open.id, kind: 'again', at, value }])
}

async function openAlarm(write: Write, { machineId, ruleId, own }: AlarmPlace): Promise<OpenAlarm | null> {
  const { rows } = await sql<OpenAlarm>`select id, active_at, state, severity from alarms
    where machine_id = ${machineId} and rule_id = ${ruleId} and own_code = ${own?.code ?? ''} and state <> 'normal' for no key update`.execute(
    write,
  )
  return rows[0] ?? null
}

/** Marks an alarm as chattering, or no longer chattering. */
export async function markChatter(
  write: Write,
  place: AlarmPlace,
  isChattering: boolean,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update alarms set is_chattering = ${isChattering}, version = version + 1
    where machine_id = ${place.machineId} and rule_id = ${place.ruleId} and state <> 'normal'
      and is_chattering <> ${isChattering} returning id`.execute(write)
  await recordAlarmEvents(
    write,
    place.plantId,
    rows.map(({ id }) => ({ alarmId: id, kind: isChattering ? 'chattering' : 'calm', at })),
  )
}

/** Suppresses the other alarms of an offline machine until it is back. */
export async function markSuppressed(
  write: Write,
  plantId: number,
  machineId: number,
  isSuppressed: boolean,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update alarms a set is_suppressed = ${isSuppressed}, version = a.version + 1 from alarm_rules r
    where a.plant_id = ${plantId} and a.machine_id = ${machineId} and a.state <> 'normal' and r.id = a.rule_id
      and r.kind <> 'offline' and a.is_suppressed <> ${isSuppressed} returning a.id`.execute(write)
  await recordAlarmEvents(
    write,
    plantId,
    rows.map(({ id }) => ({ alarmId: id, kind: isSuppressed ? 'suppressed' : 'unsuppressed', at })),
  )
}

/** Ends expired shelving, and escalates alarms that were not acknowledged in time. */
export async function passTime(write: Write, plantId: number, now: Date): Promise<void> {
  const back = await sql<{ id: number }>`
    update alarms set shelved_until = null, version = version + 1
    where plant_id = ${plantId} and state <> 'normal' and shelved_until <= ${now} returning id`.execute(write)
  const late = await sql<{ id: number }>`
    update alarms a set escalated_at = ${now}, version = a.version + 1 from alarm_rules r
    where a.plant_id = ${plantId} and a.state in ('unack', 'rtn_unack') and a.escalated_at is null and r.id = a.rule_id
      and a.raised_at <= ${now}::timestamptz - r.escalate_min * interval '1 minute' and a.shelved_until is null
      and not a.is_suppressed returning a.id`.execute(write)
  await recordAlarmEvents(write, plantId, [
    ...back.rows.map(({ id }) => ({ alarmId: id, kind: 'unshelved' as const, at: now })),
    ...late.rows.map(({ id }) => ({ alarmId: id, kind: 'escalated' as const, at: now })),
  ])
  for (const { id } of late.rows)
    await recordEvent(write, { plantId }, { name: 'alarms.escalated', subjectId: String(id) })
}
