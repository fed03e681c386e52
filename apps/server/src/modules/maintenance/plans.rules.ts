import type { PlanState } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { addDays } from '@cloud-factory/domain/numbers/civil-days'

interface PlanFacts {
  readonly active: boolean
  /** `YYYY-MM-DD` in the plant's calendar, like the days below; null: no forecast possible. */
  readonly dueOn: string | null
}

/** State of a plan: overdue when its due date has passed, due when that date is within the notice period. */
export function planState(
  { active, dueOn }: PlanFacts,
  { today, noticeUntil }: { readonly today: string; readonly noticeUntil: string },
): PlanState {
  if (!active) return 'off'
  if (dueOn === null) return 'later'
  if (dueOn < today) return 'overdue'
  return dueOn <= noticeUntil ? 'due' : 'later'
}

/** A plan by hours or output. */
export interface CountedFacts {
  readonly active: boolean
  readonly every: number
  readonly noticeDays: number
  /** What the counted shifts contain by now; null: no data from the machine. */
  readonly sum: number | null
  /** What they already contained when it was last done. */
  readonly base: number
  /** The sum of the last weeks and the number of days; null: no data. */
  readonly recent: { readonly sum: number; readonly days: number } | null
}

export interface Counted {
  /** Used since it was last done; null: unknown. */
  readonly used: number | null
  readonly perDay: number | null
  /** Today when the interval is used up, otherwise a forecast by the pace of the last weeks; null: no forecast possible. */
  readonly dueOn: string | null
  readonly state: PlanState
}

/** Forecasts further ahead are not given. */
const longestForecastDays = 1825

/** State of a plan by hours or output. */
export function countedPlan(facts: CountedFacts, today: string): Counted {
  const { active, every, noticeDays, sum, base, recent } = facts
  // Late values and counter resets can make the sum smaller than the base.
  const used = sum === null ? null : Math.max(0, sum - base)
  const perDay = recent === null || recent.days < 1 ? null : recent.sum / recent.days
  const dueOn = used === null ? null : foreseen(every - used, perDay, today)
  if (!active) return { used, perDay, dueOn, state: 'off' }
  if (used === null) return { used, perDay, dueOn, state: 'untold' }
  if (used >= every) return { used, perDay, dueOn: today, state: 'overdue' }
  return { used, perDay, dueOn, state: planState({ active, dueOn }, noticeOf(today, noticeDays)) }
}

const noticeOf = (today: string, noticeDays: number) => ({ today, noticeUntil: addDays(today, noticeDays) })

function foreseen(left: number, perDay: number | null, today: string): string | null {
  if (left <= 0) return today
  if (perDay === null || perDay <= 0) return null
  const days = Math.ceil(left / perDay)
  return days > longestForecastDays ? null : addDays(today, days)
}
