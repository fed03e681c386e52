import type { Item } from '@cloud-factory/contract/wall-frame'
import type { ProcessFunnel } from '@cloud-factory/contract/wall-panels'
import { item } from './trust.rules.ts'
import type { View } from './view.types.ts'

/** What waits before each process and what was done at it today. */
export async function processFunnel({ facts, scope, now }: View): Promise<Item<ProcessFunnel>> {
  const funnel = await facts.funnel(scope, await facts.day())
  const chosen = new Set(scope.processIds)
  return item(now, 'good', {
    steps: funnel.steps.filter(({ processId }) => chosen.size === 0 || chosen.has(processId)),
  })
}
