import type { PlanState } from '@cloud-factory/contract/maintenance-words'

interface PlanFacts {
  readonly active: boolean
  /** `YYYY-MM-DD`, of the plant's calendar, as the days below. */
  readonly dueOn: string
}

/** How a plan stands: overdue when its day has passed, due when that lies no later than the last day of its notice. */
export function planState(
  { active, dueOn }: PlanFacts,
  { today, noticeUntil }: { readonly today: string; readonly noticeUntil: string },
): PlanState {
  if (!active) return 'off'
  if (dueOn < today) return 'overdue'
  return dueOn <= noticeUntil ? 'due' : 'later'
}
