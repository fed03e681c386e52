import { sql } from 'kysely'
import type { RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRuleRow, alarmsApi } from '@cloud-factory/contract/alarms/alarms'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import {
  type MachineClass,
  machineStates,
  type SignalRole,
} from '@cloud-factory/domain/machines/equipment-enums'
import { type Names, names } from '@cloud-factory/contract/planning/processes'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { DirectoryMachine } from '../machine-states/public.ts'
import { unitOfRule } from './alarms.rules.ts'

type ListApi = (typeof alarmsApi)['GET /api/alarm-rules']

export interface RuleRead {
  readonly id: number
  readonly code: string
  readonly names: Names
  readonly class: MachineClass | null
  readonly machine_id: number | null
  readonly kind: RuleKind
  readonly role: SignalRole | null
  readonly signal: string | null
  readonly limit_value: number | null
  readonly critical_value: number | null
  readonly dead_band: number
  readonly state: number | null
  readonly on_delay_s: number
  readonly off_delay_s: number
  readonly severity: Severity
  readonly escalate_min: number | null
  readonly quiet_min: number
  readonly advice: Names | null
  readonly active: boolean
  readonly version: number
  readonly isUsed: boolean
}

const columns = sql`r.*, exists (select from alarms a where a.rule_id = r.id) as "isUsed"`
const sorts = bothWays({ code: ['r.code'], severity: ['r.severity', 'r.code'] })

function ruleView(row: RuleRead, { tags }: Actor, machines: readonly DirectoryMachine[]): AlarmRuleRow {
  const allowed = tags.includes('equipment.edit') ? true : 'permission.denied'
  return {
    id: String(row.id),
    code: row.code,
    names: names.parse(row.names),
    class: row.class,
    machineId: row.machine_id === null ? null : String(row.machine_id),
    machine: machines.find(({ id }) => id === row.machine_id)?.code ?? null,
    kind: row.kind,
    role: row.role,
    signal: row.signal,
    unit: unitOfRule(row, machines),
    limit: row.limit_value,
    critical: row.critical_value,
    deadBand: row.dead_band,
    state: row.state === null ? null : (machineStates[row.state] ?? null),
    onDelayS: row.on_delay_s,
    offDelayS: row.off_delay_s,
    severity: row.severity,
    escalateMin: row.escalate_min,
    quietMin: row.quiet_min,
    advice: row.advice === null ? null : names.parse(row.advice),
    active: row.active,
    version: row.version,
    can: { edit: allowed, delete: allowed === true && row.isUsed ? 'in_use' : allowed },
  }
}

/** One page of rules, by code unless sorted otherwise. */
export async function listRules(
  reads: Reads,
  actor: Actor,
  query: QueryOf<ListApi>,
  machines: readonly DirectoryMachine[],
): Promise<ReplyOf<ListApi>> {
  const classes = query.class ?? []
  const where = allOf([
    sql`r.plant_id = ${actor.plantId}`,
    sql`strpos(lower(r.code || ' ' || (r.names ->> 'zh') || ' ' || (r.names ->> 'en') || ' ' || (r.names ->> 'es')),
      lower(${query.q ?? ''})) > 0`,
    classes.length === 0 ? null : sql`r.class = any(${[...classes]}::text[])`,
  ])
  const { rows, total } = await countedPage(
    reads,
    sql<RuleRead>`select ${columns} from alarm_rules r where ${where}
        order by ${sorts[query.sort ?? 'code']} ${limitOf(query)}`,
    sql`alarm_rules r`,
    where,
  )
  return { items: rows.map((row) => ruleView(row, actor, machines)), total }
}

/** Fails with `not_found` when the plant has no such rule. */
export async function oneRule(
  reads: Reads,
  actor: Actor,
  id: string,
  machines: readonly DirectoryMachine[],
): Promise<AlarmRuleRow> {
  const [row] = await readRows(
    reads,
    sql<RuleRead>`select ${columns} from alarm_rules r where r.plant_id = ${actor.plantId} and r.id = ${Number(id)}`,
  )
  return row === undefined ? fail('not_found') : ruleView(row, actor, machines)
}

/** Rules in use, and the machines on which they are out of service. */
export async function watchingRules(
  reads: Reads,
  plantId: number,
): Promise<{ rules: RuleRead[]; outOfService: ReadonlySet<string> }> {
  const rules = await readRows(
    reads,
    sql<RuleRead>`select r.*, true as "isUsed" from alarm_rules r where r.plant_id = ${plantId} and r.active order by r.id`,
  )
  const outOfService = await readRows(
    reads,
    sql<{ machine_id: number; rule_id: number }>`
      select machine_id, rule_id from alarm_outages where plant_id = ${plantId}`,
  )
  return { rules, outOfService: new Set(outOfService.map((row) => `${row.machine_id} ${row.rule_id}`)) }
}
