import type { AlarmReason, AlarmState } from '@cloud-factory/domain/alarms/alarm-enums'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { alarmCan, moved } from './alarms.rules.ts'
import { recordAlarmEvents } from './alarms.store.ts'

interface Held {
  readonly id: number
  readonly code: string
  readonly state: AlarmState
  readonly shelved_until: Date | null
  readonly version: number
}

const heldRows = (plantId: number, ids: readonly number[]) => sql<Held>`
  select a.id, r.code, a.state, a.shelved_until, a.version from alarms a join alarm_rules r on r.id = a.rule_id
  where a.plant_id = ${plantId} and a.id = any(${[...ids]}::bigint[]) order by a.id for no key update of a`

const by = (actor: Actor) => ({
  byId: actor.userId === '' ? null : Number(actor.userId),
  byName: actor.cnName,
})

/**
 * Acknowledges alarms by id. Alarms that are over or already acknowledged do not change. Returns the number of acknowledged
 * alarms.
 */
export async function ackAlarms(
  write: Write,
  actor: Actor,
  { ids, note, now }: { readonly ids: readonly string[]; readonly note: string; readonly now: Date },
): Promise<number> {
  const { rows } = await heldRows(actor.plantId, [...new Set(ids)].map(Number)).execute(write)
  const next = rows.flatMap((row) => {
    const state = moved(row.state, 'ack')
    return state === null ? [] : [{ ...row, next: state }]
  })
  if (next.length === 0) return 0
  const { byId, byName } = by(actor)
  for (const state of ['acked', 'normal'] as const) {
    const those = next.flatMap((row) => (row.next === state ? [row.id] : []))
    if (those.length > 0)
      await sql`update alarms set state = ${state}, acked_at = ${now}, acked_by = ${byId}::bigint, acked_by_name = ${byName},
          closed_at = ${state === 'normal' ? now : null}, version = version + 1
        where plant_id = ${actor.plantId} and id = any(${those}::bigint[])`.execute(write)
  }
  await recordAlarmEvents(
    write,
    actor.plantId,
    next.flatMap((row) => {
      const event = { alarmId: row.id, at: now, byId, byName }
      const acked = { ...event, kind: 'acked' as const, note }
      return row.next === 'normal' ? [acked, { ...event, kind: 'closed' as const }] : [acked]
    }),
  )
  for (const { id, code } of next)
    await record(write, actor, { action: 'alarms.ack', id, code, after: { note } })
  return next.length
}

interface Aside {
  readonly id: string
  readonly version: number
  readonly now: Date
}

/** Shelves an alarm: until then it makes no sound and is in no list of open alarms. */
export async function shelveAlarm(
  write: Write,
  actor: Actor,
  { minutes, reason, ...aside }: Aside & { readonly minutes: number; readonly reason: string },
): Promise<void> {
  const { id, code } = await heldAlarm(write, actor, aside, 'shelve')
  const until = new Date(aside.now.getTime() + minutes * 60_000)
  await sql`update alarms set shelved_until = ${until}, shelved_by_name = ${actor.cnName}, shelf_reason = ${reason},
    version = version + 1 where id = ${id}`.execute(write)
  const event = { alarmId: id, kind: 'shelved' as const, at: aside.now, note: reason, ...by(actor) }
  await recordAlarmEvents(write, actor.plantId, [event])
  await record(write, actor, { action: 'alarms.shelve', id, code, after: { until, reason } })
}

/** Ends shelving early. */
export async function unshelveAlarm(write: Write, actor: Actor, aside: Aside): Promise<void> {
  const { id, code } = await heldAlarm(write, actor, aside, 'unshelve')
  await sql`update alarms set shelved_until = null, version = version + 1 where id = ${id}`.execute(write)
  await recordAlarmEvents(write, actor.plantId, [
    { alarmId: id, kind: 'unshelved', at: aside.now, ...by(actor) },
  ])
  await record(write, actor, { action: 'alarms.unshelve', id, code })
}

async function heldAlarm(
  write: Write,
  actor: Actor,
  { id, version, now }: Aside,
  action: 'shelve' | 'unshelve',
): Promise<Held> {
  const { rows } = await heldRows(actor.plantId, [Number(id)]).execute(write)
  const alarm = rows[0] ?? fail('not_found')
  const isShelved = alarm.shelved_until !== null && alarm.shelved_until > now
  const allowed = alarmCan(actor.tags, { state: alarm.state, isShelved })[action]
  // Checked before the version, so that the second person learns that it is done, not only that something changed.
  if (allowed !== true) failFor(allowed)
  if (alarm.version !== version) fail('version.conflict')
  return alarm
}

function failFor(reason: AlarmReason): never {
  reject(reason)
}

/** Takes a rule out of service on a machine: its alarm ends there, and it raises none until it is back in service. */
export async function setRuleOutOfService(
  write: Write,
  actor: Actor,
  { machineId, ruleId, reason, now }: { machineId: number; ruleId: string; reason: string | null; now: Date },
): Promise<void> {
  const rules = await sql<{ code: string }>`select code from alarm_rules
    where plant_id = ${actor.plantId} and id = ${Number(ruleId)} for key share`.execute(write)
  const { code } = rules.rows[0] ?? fail('not_found')
  if (reason === null) {
    await sql`delete from alarm_outages where plant_id = ${actor.plantId} and machine_id = ${machineId}
      and rule_id = ${Number(ruleId)}`.execute(write)
  } else {
    await sql`insert into alarm_outages (machine_id, rule_id, plant_id, reason, since, by_name)
      values (${machineId}, ${Number(ruleId)}, ${actor.plantId}, ${reason}, ${now}, ${actor.cnName})
      on conflict (machine_id, rule_id) do update set reason = excluded.reason, since = excluded.since,
        by_name = excluded.by_name`.execute(write)
    const { rows } = await sql<{ id: number }>`
      update alarms set state = 'normal', closed_at = ${now}, version = version + 1
      where machine_id = ${machineId} and rule_id = ${Number(ruleId)} and state <> 'normal' returning id`.execute(
      write,
    )
    const events = rows.map(({ id }) => ({
      alarmId: id,
      kind: 'closed' as const,
      at: now,
      note: reason,
      ...by(actor),
    }))
    await recordAlarmEvents(write, actor.plantId, events)
  }
  await recordAudit(write, actor, {
    action: 'alarm_rules.outage',
    subjectKind: 'alarm_rule',
    subjectId: ruleId,
    subjectName: code,
    after: { machineId, reason },
  })
  await recordEvent(write, actor, { name: 'alarm_rules.changed', subjectId: ruleId })
}

interface Action {
  readonly action: 'alarms.ack' | 'alarms.shelve' | 'alarms.unshelve'
  readonly id: number
  readonly code: string
  readonly after?: unknown
}

async function record(write: Write, actor: Actor, { action, id, code, after }: Action): Promise<void> {
  const subjectId = String(id)
  await recordAudit(write, actor, { action, subjectKind: 'alarm', subjectId, subjectName: code, after })
  await recordEvent(write, actor, { name: action, subjectId })
}
