import { machineStates } from '@cloud-factory/domain/machines/equipment-enums'
import type { Write } from '../../platform/db/handles.ts'
import { type ShippedRule, shippedRules } from './shipped-rules.ts'

/** Creates the initial rules of a plant. Runs only once: deleted rules stay deleted. */
export async function seedAlarmRules(write: Write, plantId: number): Promise<void> {
  const isFirst = await write
    .insertInto('settings')
    .values({ key: `alarmRules.${plantId}`, value: JSON.stringify({ seeded: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (isFirst === undefined) return
  await write
    .insertInto('alarm_rules')
    .values(shippedRules.map((rule) => ({ plant_id: plantId, ...shippedColumns(rule) })))
    .execute()
}

/** Initial column values of a shipped rule. */
export const shippedColumns = (rule: ShippedRule) => ({
  code: rule.code,
  names: JSON.stringify(namesOf(rule.words)),
  class: rule.class,
  machine_id: null,
  kind: rule.kind,
  role: rule.role ?? null,
  signal: rule.signal ?? null,
  limit_value: rule.limit ?? null,
  critical_value: rule.critical ?? null,
  dead_band: rule.deadBand ?? 0,
  state: rule.state === undefined ? null : machineStates.indexOf(rule.state),
  on_delay_s: rule.onDelayS ?? 0,
  off_delay_s: rule.offDelayS ?? 0,
  severity: rule.severity,
  escalate_min: rule.escalateMin ?? null,
  advice: rule.advice === undefined ? null : JSON.stringify(namesOf(rule.advice)),
  created_by: null,
  updated_by: null,
  updated_by_name: '',
})

const namesOf = ([zh, en, es]: ShippedRule['words']) => ({ zh, en, es })
