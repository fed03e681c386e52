import type { PlanState } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { dayAfter } from '../work-calendar/civil-time.rules.ts'

interface PlanFacts {
  readonly active: boolean
  /** `YYYY-MM-DD`, of the plant's calendar, as the days below; null: it cannot be foreseen. */
  readonly dueOn: string | null
}

/** How a plan stands: overdue when its day has passed, due when that lies no later than the last day of its notice. */
export function planState(
  { active, dueOn }: PlanFacts,
  { today, noticeUntil }: { readonly today: string; readonly noticeUntil: string },
): PlanState {
  if (!active) return 'off'
  if (dueOn === null) return 'later'
  if (dueOn < today) return 'overdue'
  return dueOn <= noticeUntil ? 'due' : 'later'
}

/** A plan that counts hours or output. */
export interface CountedFacts {
  readonly active: boolean
  readonly every: number
  readonly noticeDays: number
  /** What the shifts from which it is counted hold by now; null: the machine has told nothing. */
  readonly sum: number | null
  /** What they held already when it was last done. */
  readonly base: number
  /** What the last weeks held, and of how many days; null: nothing is known of them. */
  readonly recent: { readonly sum: number; readonly days: number } | null
}

export interface Counted {
  /** Since it was last done; null: nothing is known. */
  readonly used: number | null
  readonly perDay: number | null
  /** Today once all of it is used up, else by the pace of the last weeks; null: it cannot be foreseen. */
  readonly dueOn: string | null
  readonly state: PlanState
}

/** A day further ahead is no forecast. */
const longestForecastDays = 1825

/** How a plan stands that counts hours or output. */
export function countedPlan(facts: CountedFacts, today: string): Counted {
  const { active, every, noticeDays, sum, base, recent } = facts
  // Late values and counters that were set back may leave less than there was.
  const used = sum === null ? null : Math.max(0, sum - base)
  const perDay = recent === null || recent.days < 1 ? null : recent.sum / recent.days
  const dueOn = used === null ? null : foreseen(every - used, perDay, today)
  if (!active) return { used, perDay, dueOn, state: 'off' }
  if (used === null) return { used, perDay, dueOn, state: 'untold' }
  if (used >= every) return { used, perDay, dueOn: today, state: 'overdue' }
  return { used, perDay, dueOn, state: planState({ active, dueOn }, noticeOf(today, noticeDays)) }
}

const noticeOf = (today: string, noticeDays: number) => ({ today, noticeUntil: dayAfter(today, noticeDays) })

function foreseen(left: number, perDay: number | null, today: string): string | null {
  if (left <= 0) return today
  if (perDay === null || perDay <= 0) return null
  const days = Math.ceil(left / perDay)
  return days > longestForecastDays ? null : dayAfter(today, days)
}
