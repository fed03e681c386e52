import type { PanelKind } from '@cloud-factory/domain/displays/screen-enums'

/** Interval between computations of an item, ms: one second for fast values, a minute or more for lists. */
export const cadences = {
  header: 1_000,
  tonnes_today: 10_000,
  tonnes_month: 300_000,
  orders_at_risk: 30_000,
  process_funnel: 60_000,
  workshop_map: 1_000,
  state_counts: 1_000,
  state_timeline: 10_000,
  oee: 10_000,
  stop_pareto: 60_000,
  cutting: 5_000,
  welding: 1_000,
  weld_trace: 1_000,
  paint: 10_000,
  first_pass: 60_000,
  defect_pareto: 300_000,
  alarms: 1_000,
  energy: 10_000,
  logistics: 10_000,
  maintenance: 300_000,
  notices: 60_000,
  honours: 300_000,
  environment: 10_000,
} as const satisfies Readonly<Record<PanelKind | 'header', number>>

/** Timers are not exact: up to 250 ms early counts as on time. */
const earlyMs = 250
/** Retry delay after an error; never shorter than the item's own interval. */
const againMs = 5_000

export interface Run {
  readonly everyMs: number
  /** Start of the last run; null: never. */
  readonly begunAt: number | null
  readonly failed: boolean
}

/** Whether to compute an item now. A clock that was set back counts as elapsed time. */
export function isDue({ everyMs, begunAt, failed }: Run, now: number): boolean {
  if (begunAt === null || now < begunAt) return true
  const wait = failed ? Math.min(everyMs, Math.max(againMs, 1_000)) : everyMs
  return now - begunAt >= wait - earlyMs
}
