import type { PlanReason } from '@cloud-factory/contract/planning/processes'

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
