import type { AlarmState } from '@cloud-factory/domain/alarms/alarm-enums'
import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import type { NewAlarmEvent } from './alarms.store.ts'
import { recordAlarmEvents } from './alarms.store.ts'
import { type DirectoryMachine, machineDirectory } from '../machine-states/public.ts'
import { type RuleRead, watchingRules } from './rules.queries.ts'

const demoAlarms = 90
const openAlarms = 8
const minute = 60_000
const people = ['赵设备', '王班长'] as const

interface DemoAlarm {
  readonly machine: { readonly id: number; readonly source: string }
  readonly ruleId: number
  readonly severity: string
  readonly value: number | null
  readonly raised: number
  readonly acked: number | null
  readonly returned: number | null
  readonly state: AlarmState
  readonly by: string
}

type Random = DemoContext['random']
interface Pair {
  readonly machine: DirectoryMachine
  readonly rule: RuleRead
}

/** Two weeks of alarms of the demo factory; some of the last hours are still unacknowledged. */
export async function alarmsDemo(write: Write, context: DemoContext): Promise<void> {
  const { plantId } = context
  const machines = (await machineDirectory(asReads(write), plantId)).filter(({ source }) => source === 'demo')
  const { rules } = await watchingRules(asReads(write), plantId)
  const pairs = machines.flatMap((machine) =>
    rules
      .filter((rule) => rule.class === machine.class || (rule.class === null && rule.kind === 'state'))
      .map((rule) => ({ machine, rule })),
  )
  if (pairs.length > 0) await insert(write, plantId, planned(pairs, context))
}

/** The first ones are open alarms of the last hours, each with a different machine and rule. */
function planned(pairs: readonly Pair[], context: DemoContext): DemoAlarm[] {
  const now = context.now.getTime()
  const random = () => context.random()
  const open = new Set<Pair>()
  return Array.from({ length: demoAlarms }, (_, index) => {
    const pair = pairs[Math.floor(random() * pairs.length)] ?? pairs[0]
    if (pair === undefined) return []
    const isOpen = index < openAlarms && !open.has(pair)
    open.add(pair)
    const by = people[index % 2] ?? people[0]
    return [isOpen ? openAlarm(pair, now, index, random) : pastAlarm(pair, now, by, random)]
  }).flat()
}

function openAlarm(pair: Pair, now: number, index: number, random: Random): DemoAlarm {
  const raised = now - Math.max((index + 1) * 23 * minute * (0.5 + random()), 15 * minute)
  const state = (['unack', 'acked', 'unack', 'rtn_unack'] as const)[index % 4] ?? 'unack'
  return {
    ...common(pair),
    raised,
    state,
    by: people[0],
    acked: state === 'acked' ? raised + (1 + random() * 12) * minute : null,
    returned: state === 'rtn_unack' ? raised + (2 + random() * 10) * minute : null,
  }
}

function pastAlarm(pair: Pair, now: number, by: string, random: Random): DemoAlarm {
  const raised = now - (90 + random() * 14 * 1440) * minute
  const acked = raised + (1 + random() * 12) * minute
  return {
    ...common(pair),
    raised,
    state: 'normal',
    by,
    acked,
    returned: raised + (2 + random() * 40) * minute,
  }
}

function common({ machine, rule }: Pair) {
  const limit = rule.limit_value
  const beyond = rule.kind === 'above' ? 1.06 : 0.9
  const value = limit === null ? null : Math.round(limit * beyond * 100) / 100
  return { machine, ruleId: rule.id, severity: rule.severity, value }
}

async function insert(write: Write, plantId: number, alarms: readonly DemoAlarm[]): Promise<void> {
  const column = <T>(of: (alarm: DemoAlarm) => T) => alarms.map(of)
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const closed = ({ state, acked, returned }: DemoAlarm) =>
    state === 'normal' ? instant(Math.max(acked ?? 0, returned ?? 0)) : null
  const { rows } = await sql<{ id: number }>`
    insert into alarms (plant_id, machine_id, source, rule_id, state, severity, value, raised_at, active_at, acked_at,
      acked_by_name, returned_at, closed_at)
    select ${plantId}, machine, source, rule, state, severity, value, raised, raised, acked,
      case when acked is null then '' else by end, returned, closed
    from unnest(${column(({ machine }) => machine.id)}::bigint[], ${column(({ machine }) => machine.source)}::text[],
      ${column(({ ruleId }) => ruleId)}::bigint[], ${column(({ state }) => state)}::text[],
      ${column(({ severity }) => severity)}::text[], ${column(({ value }) => value)}::float8[],
      ${column(({ raised }) => instant(raised))}::timestamptz[], ${column(({ acked }) => instant(acked))}::timestamptz[],
      ${column(({ by }) => by)}::text[], ${column(({ returned }) => instant(returned))}::timestamptz[],
      ${column(closed)}::timestamptz[])
      with ordinality a (machine, source, rule, state, severity, value, raised, acked, by, returned, closed, place)
    order by place returning id`.execute(write)
  const events = alarms.flatMap((alarm, index): NewAlarmEvent[] => {
    const alarmId = rows[index]?.id ?? 0
    const event = (kind: NewAlarmEvent['kind'], at: number | null, byName = ''): NewAlarmEvent[] =>
      at === null ? [] : [{ alarmId, kind, at: new Date(at), value: alarm.value, byName }]
    const end = alarm.state === 'normal' ? Math.max(alarm.acked ?? 0, alarm.returned ?? 0) : null
    return [
      ...event('raised', alarm.raised),
      ...event('acked', alarm.acked, alarm.by),
      ...event('returned', alarm.returned),
      ...event('closed', end),
    ].sort((one, other) => one.at.getTime() - other.at.getTime())
  })
  await recordAlarmEvents(write, plantId, events)
}
