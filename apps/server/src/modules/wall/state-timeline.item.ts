import type { Item } from '@cloud-factory/contract/wall-frame'
import type { StateTimeline } from '@cloud-factory/contract/wall-panels'
import { item, newest, trustOf } from './trust.rules.ts'
import type { View } from './view.types.ts'

const maxMachines = 40
/** More bands than that are not seen at a metre’s width: the oldest are left out. */
const maxBands = 240

/** What machines did in the last hours. */
export async function stateTimeline({ facts, scope }: View): Promise<Item<StateTimeline>> {
  const [machines, course] = await Promise.all([
    facts.machines(scope),
    facts.bands(scope, scope.timelineHours),
  ])
  const ids = new Set(machines.map(({ machine }) => String(machine.id)))
  const ours = course.machines.filter(({ id }) => ids.has(id))
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.filter(({ state }) => state !== 'offline').length, machines.length),
    {
      from: course.from,
      to: course.to,
      machines: ours
        .slice(0, maxMachines)
        .map(({ id, code, name, bands }) => ({ id, code, name, bands: bands.slice(-maxBands) })),
      more: Math.max(0, ours.length - maxMachines),
    },
  )
}
