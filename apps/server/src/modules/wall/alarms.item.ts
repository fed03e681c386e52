import type { Item } from '@cloud-factory/contract/wall-frame'
import type { AlarmBoard } from '@cloud-factory/contract/wall-panels'
import { item } from './trust.rules.ts'
import type { View } from './view.types.ts'

/** A board shows so many; the counts know all. */
const maxRows = 30

/** Alarms of the machines that the screen shows. */
export async function alarmBoardItem({ facts, scope, now }: View): Promise<Item<AlarmBoard>> {
  const [machines, { alarms, counts }] = await Promise.all([facts.machines(scope), facts.alarms()])
  const codes = new Map(machines.map(({ machine }) => [machine.id, machine.code]))
  const active = { info: 0, warning: 0, critical: 0 }
  let unacked = 0
  for (const row of counts) {
    if (!codes.has(row.machineId)) continue
    active[row.severity] += row.count
    unacked += row.unacked
  }
  return item(now, 'good', {
    rows: alarms
      .filter(({ machineId }) => codes.has(machineId))
      .slice(0, maxRows)
      .map(({ machineId, ...alarm }) => ({ ...alarm, machine: codes.get(machineId) ?? '' })),
    active,
    unacked,
  })
}
