import type { PlanReason } from '@cloud-factory/contract/planning/processes'
import type { ProcessKind } from '@cloud-factory/domain/planning/planning-resources'

/** Judgement of a rule: `true`, or the reason why not. */
type Verdict = true | PlanReason

export function canPlan(tags: readonly string[]): Verdict {
  return tags.includes('production.edit') || 'permission.denied'
}

/** Pieces count their steps along their route, so its steps stay once an order was released with it. */
export function canChangeSteps(tags: readonly string[], isReleased: boolean): Verdict {
  if (!tags.includes('production.edit')) return 'permission.denied'
  return !isReleased || 'route.in_use'
}

const lastKinds: readonly ProcessKind[] = ['pack', 'ship', 'receive']

/** A route is work, then at most one packing, dispatch and receipt, in this order. */
export function stepsVerdict(kinds: readonly ProcessKind[]): Verdict {
  const ranks = kinds.map((kind) => lastKinds.indexOf(kind))
  const isInOrder = ranks.every((rank, index) => {
    const before = ranks[index - 1] ?? -1
    return rank > before || (rank === -1 && before === -1)
  })
  if (!isInOrder) return 'route.steps_order'
  return kinds.includes('work') || 'route.no_work'
}

/** Thousandths of a per cent, so that sums are exact. */
const thousandths = (weight: number) => Math.round(weight * 1000)

/** Sum of shares in per cent, three decimals. */
export function sumOfWeights(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + thousandths(weight), 0) / 1000
}
