import type { PlanState } from '@cloud-factory/contract/maintenance-words'

interface PlanFacts {
  readonly active: boolean
  /** `YYYY-MM-DD`, of the plant's calendar, as `today`. */
  readonly dueOn: string
  readonly noticeDays: number
}

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A day so many days on; days are civil, so no clock and no zone is asked. */
export const addDays = (day: string, days: number): string =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

/** How a plan stands today: overdue when its day has passed, due from so many days before. */
export function planState({ active, dueOn, noticeDays }: PlanFacts, today: string): PlanState {
  if (!active) return 'off'
  if (dueOn < today) return 'overdue'
  return dueOn <= addDays(today, noticeDays) ? 'due' : 'later'
}
