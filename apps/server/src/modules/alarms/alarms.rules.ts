import type { AlarmReason, AlarmState, RuleKind, Severity } from '@cloud-factory/domain/alarms/alarm-enums'
import type { MachineClass, SignalRole } from '@cloud-factory/domain/machines/equipment-enums'

/** An event in the life of an alarm. */
type AlarmMove = 'raise' | 'return' | 'ack'

/** ANSI/ISA-18.2-2016, 5.2 (alarm state model): the state after a move; null: the move changes nothing. */
export function moved(state: AlarmState, move: AlarmMove): AlarmState | null {
  return moves[state][move] ?? null
}

const moves: Readonly<Record<AlarmState, Partial<Record<AlarmMove, AlarmState>>>> = {
  normal: { raise: 'unack' },
  unack: { return: 'rtn_unack', ack: 'acked' },
  acked: { return: 'normal' },
  // It returned before it was acknowledged and is raised again: still the same alarm.
  rtn_unack: { raise: 'unack', ack: 'normal' },
}

interface Facts {
  readonly state: AlarmState
  readonly isShelved: boolean
  /** It already has a repair order. */
  readonly hasRepair?: boolean
}

type Can = Readonly<Record<'ack' | 'shelve' | 'unshelve' | 'repair', true | AlarmReason>>

/** What a person may do with an alarm. */
export function alarmCan(tags: readonly string[], { state, isShelved, hasRepair = false }: Facts): Can {
  // Same rule as in maintenance: people who work at machines may report.
  const canReport = tags.includes('alarm.ack') || tags.includes('equipment.maintain')
  const repair = canReport ? !hasRepair || 'alarm.has_repair' : 'permission.denied'
  if (!tags.includes('alarm.ack'))
    return { ack: 'permission.denied', shelve: 'permission.denied', unshelve: 'permission.denied', repair }
  if (state === 'normal') return { ack: 'alarm.over', shelve: 'alarm.over', unshelve: 'alarm.over', repair }
  return {
    repair,
    ack: state === 'acked' ? 'alarm.acked' : true,
    shelve: isShelved ? 'alarm.shelved' : true,
    unshelve: isShelved ? true : 'alarm.not_shelved',
  }
}

/** The parts of a rule that select a value of a machine. */
interface RuleSignal {
  readonly kind: RuleKind
  readonly role: SignalRole | null
  readonly signal: string | null
}

/** The parts of a rule that select machines. */
interface RuleScope {
  readonly class: MachineClass | null
  readonly machine_id: number | null
}

interface SignalledMachine {
  readonly id: number
  readonly class: MachineClass
  readonly slots: Readonly<Partial<Record<SignalRole, number>>>
  readonly codes: Readonly<Record<string, number>>
  readonly units: Readonly<Record<number, string>>
}

/** Slot of a rule's value in a machine's frames, from 1; null: it uses none. */
export function slotOf(
  { kind, role, signal }: RuleSignal,
  { slots, codes }: Pick<SignalledMachine, 'slots' | 'codes'>,
): number | null {
  if (kind === 'offline' || kind === 'machine') return null
  if (kind === 'state') return slots.state ?? null
  if (role !== null) return slots[role] ?? null
  return (signal === null ? undefined : codes[signal]) ?? null
}

export const isFor = (rule: RuleScope, machine: Pick<SignalledMachine, 'id' | 'class'>): boolean =>
  rule.machine_id === null
    ? rule.class === null || rule.class === machine.class
    : rule.machine_id === machine.id

/** Unit of the values that a rule compares on a machine; empty: dimensionless, or it compares none. */
export function unitOf(rule: RuleSignal, machine: SignalledMachine | undefined): string {
  if (machine === undefined || (rule.kind !== 'above' && rule.kind !== 'below')) return ''
  const slot = slotOf(rule, machine)
  return (slot === null ? undefined : machine.units[slot]) ?? ''
}

/** Unit of a rule's limits; empty when its machines do not all use the same one. */
export function unitOfRule(rule: RuleSignal & RuleScope, machines: readonly SignalledMachine[]): string {
  const sending = machines.filter((machine) => isFor(rule, machine) && slotOf(rule, machine) !== null)
  const units = new Set(sending.map((machine) => unitOf(rule, machine)))
  const [unit = ''] = units
  return units.size === 1 ? unit : ''
}

/** The parts of a rule that decide whether it is active; delays in ms. */
export interface Condition {
  readonly kind: RuleKind
  /** Null for rules that are not about a value. */
  readonly limit: number | null
  readonly critical: number | null
  readonly deadBand: number
  /** The number of the state that it monitors. */
  readonly state: number | null
  readonly severity: Severity
  readonly onDelay: number
  readonly offDelay: number
}

/** The state of a rule on a machine; instants are ms since 1970. */
export interface Watch {
  readonly isActive: boolean
  readonly severity: Severity
  /** Since when the condition has continuously contradicted `isActive`; null: it does not. */
  readonly since: number | null
  readonly value: number | null
}

export const calmWatch: Watch = { isActive: false, severity: 'info', since: null, value: null }

/** The result of a value or of passing time for a rule. */
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
 * Processes a value at an instant. A rule becomes active when its condition has held for the on-delay. It becomes inactive when
 * the value has been back, dead band included, for the off-delay.
 */
export function watch(
  before: Watch,
  rule: Condition,
  at: number,
  value: number,
  isAtRest = false,
): { watch: Watch; change: Change | null } {
  // A stopped machine has no flow, so a low value is no alarm then.
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

/** Processes passing time without a new value: a delay may end. */
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

/** Back by more than the dead band, so that a value that fluctuates around the limit causes one alarm. */
function isBack({ kind, limit, deadBand, state }: Condition, value: number): boolean {
  if (kind === 'above') return limit === null || value <= limit - deadBand
  if (kind === 'below') return limit === null || value >= limit + deadBand
  return kind === 'state' ? value !== state : value !== 0
}

/** Critical from its own limit on, until the value has come back by the dead band. */
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

/** An alarm that is raised more often than this within the time is chattering. */
const chatterTimes = 5
const chatterMs = 600_000

/** The instants at which an alarm was raised, within the time that matters. */
export const recentOf = (times: readonly number[], now: number): number[] =>
  times.filter((at) => at > now - chatterMs)

export const isChatter = (times: readonly number[], now: number): boolean =>
  recentOf(times, now).length > chatterTimes
