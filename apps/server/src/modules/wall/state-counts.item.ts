import { shownStates, type ShownState } from '@cloud-factory/contract/equipment-enums'
import type { Item } from '@cloud-factory/contract/wall-frame'
import type { StateCounts } from '@cloud-factory/contract/wall-panels'
import { item, newest, trustOf } from './trust.rules.ts'
import type { View } from './view.types.ts'

/** How many machines are in each state now. */
export async function stateCounts({ facts, scope }: View): Promise<Item<StateCounts>> {
  const machines = await facts.machines(scope)
  const counts = Object.fromEntries(shownStates.map((state) => [state, 0])) as Record<ShownState, number>
  for (const { state } of machines) counts[state] += 1
  return item(
    newest(machines.map(({ heardAt }) => heardAt)),
    trustOf(machines.length - counts.offline, machines.length),
    counts,
  )
}
