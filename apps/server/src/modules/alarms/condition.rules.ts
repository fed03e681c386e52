import type { RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'

/** What of a rule decides whether it is active; delays in ms. */
export interface Condition {
  readonly kind: RuleKind
  /** Null for rules that are not about a value. */
  readonly limit: number | null
  readonly critical: number | null
  readonly deadBand: number
  /** The number of the state that it waits for. */
  readonly state: number | null
  readonly severity: Severity
  readonly onDelay: number
  readonly offDelay: number
}

/** How a rule stands on a machine; instants are ms since 1970. */
export interface Watch {
  readonly isActive: boolean
  readonly severity: Severity
  /** Since when it has been the other way round than `isActive`, without a break; null: it has not. */
  readonly since: number | null
  readonly value: number | null
}

export const calmWatch: Watch = { isActive: false, severity: 'info', since: null, value: null }

/** What became of a rule. */
export type Change =
  | {
      readonly kind: 'raise'
      readonly at: number
      readonly severity: Severity
      readonly value: number | null
    }
  | {
      readonly kind: 'severity'
      readonly at: number
      readonly severity: Severity
      readonly value: number | null
    }
  | { readonly kind: 'return'; readonly at: number; readonly value: number | null }

/**
 * A value at an instant. A rule becomes active when its condition has held for the on-delay, and inactive when the value has been
 * back, dead band included, for the off-delay.
 */
export function watch(
  before: Watch,
  rule: Condition,
  at: number,
  value: number,
  isAtRest = false,
): { watch: Watch; change: Change | null } {
  // Nothing flows in a machine that stands: too little of it is no alarm then.
  const counts = rule.kind !== 'below' || !isAtRest
  const holds = counts && (before.isActive ? !isBack(rule, value) : isBeyond(rule, value))
  const severity = severityOf(rule, value, before)
  if (holds === before.isActive) {
    const rises = before.isActive && severity !== before.severity
    return {
      watch: { ...before, since: null, value, severity: before.isActive ? severity : before.severity },
      change: rises ? { kind: 'severity', at, severity, value } : null,
    }
  }
  return elapse({ ...before, since: before.since ?? at, value, severity }, rule, at)
}

/** Time passed without a new value: a delay may be over. */
export function elapse(before: Watch, rule: Condition, now: number): { watch: Watch; change: Change | null } {
  const { since, isActive, value, severity } = before
  if (since === null || now - since < (isActive ? rule.offDelay : rule.onDelay))
    return { watch: before, change: null }
  return {
    watch: { ...before, isActive: !isActive, since: null },
    change: isActive ? { kind: 'return', at: now, value } : { kind: 'raise', at: now, severity, value },
  }
}

function isBeyond({ kind, limit, state }: Condition, value: number): boolean {
  if (kind === 'above') return limit !== null && value > limit
  if (kind === 'below') return limit !== null && value < limit
  return kind === 'state' ? value === state : value === 0
}

/** Back by more than the dead band: a value that trembles around the limit is one alarm. */
function isBack({ kind, limit, deadBand, state }: Condition, value: number): boolean {
  if (kind === 'above') return limit === null || value <= limit - deadBand
  if (kind === 'below') return limit === null || value >= limit + deadBand
  return kind === 'state' ? value !== state : value !== 0
}

/** Critical from its own limit on, and until the value has come back from it by the dead band. */
function severityOf(
  { kind, critical, deadBand, severity }: Condition,
  value: number,
  before: Watch,
): Severity {
  if (critical === null || (kind !== 'above' && kind !== 'below')) return severity
  const margin = before.isActive && before.severity === 'critical' ? deadBand : 0
  const isCritical = kind === 'above' ? value > critical - margin : value < critical + margin
  return isCritical ? 'critical' : severity
}

/** More than so many times in so long: it chatters. */
const chatterTimes = 5
const chatterMs = 600_000

/** Instants at which an alarm came, as far as they matter. */
export const recentOf = (times: readonly number[], now: number): number[] =>
  times.filter((at) => at > now - chatterMs)

export const isChatter = (times: readonly number[], now: number): boolean =>
  recentOf(times, now).length > chatterTimes
