import type { Item } from '@cloud-factory/contract/wall-frame'
import type { Pareto } from '@cloud-factory/contract/wall-panels'
import { item } from './trust.rules.ts'
import type { View } from './view.types.ts'

const maxBars = 10
const cut = (pareto: Pareto): Pareto => ({ ...pareto, bars: pareto.bars.slice(0, maxBars) })

/** What machines stood for on the working day. */
export async function stopPareto({ facts, scope, now }: View): Promise<Item<Pareto>> {
  return item(now, 'good', cut(await facts.stops(scope, await facts.day())))
}

/** Defects that non-conformances were raised for. */
export async function defectPareto({ facts, scope, now }: View): Promise<Item<Pareto>> {
  return item(now, 'good', cut(await facts.defects(scope, await facts.day())))
}
