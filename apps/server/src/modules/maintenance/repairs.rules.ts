import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { lengthOf, overlap, type Span, without } from '../work-calendar/work-windows.rules.ts'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import type { MaintenanceReason, RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'

/** An interval of a machine; an open interval ends at the time of the query. */
export interface StoodInterval extends Span {
  readonly state: MachineState
  /** A person marked it as planned. */
  readonly isPlanned: boolean
}

interface Order {
  /** From the report to the verification. */
  readonly time: Span
  /** Times of earlier orders on the same machine; overlapping time counts for those. */
  readonly earlier: readonly Span[]
  /** Planned working time by the calendar. */
  readonly planned: readonly Span[]
}

/**
 * Seconds that a machine stood because of one repair order: in fault or maintenance, in planned time, and outside of earlier
 * orders, so that each second counts for one order only. Null: no data for that time.
 * @param intervals of the machine, not overlapping
 */
export function stoodFor(
  { time, earlier, planned }: Order,
  intervals: readonly StoodInterval[],
): number | null {
  const known = intervals.filter(
    (interval) => interval.state !== 'offline' && overlap(interval, time) !== null,
  )
  if (known.length === 0) return null
  const own = without(time, earlier)
  const stood = known.filter(
    ({ state, isPlanned }) => (state === 'fault' || state === 'maintenance') && !isPlanned,
  )
  const spans = stood.flatMap((interval) => common(common([interval], own), planned))
  return Math.round(lengthOf(spans) / 1000)
}

export interface Downtime {
  readonly seconds: number
  readonly from: 'states' | 'order'
}

/**
 * Downtime caused by a repair order. It comes from the machine's states. Without data it is the time from the report to the end
 * of the work, minus the time of earlier orders that also stopped the machine. Null: the machine did not stop.
 * @param ofStates seconds; null = no data for that time
 * @param earlier times of earlier orders during which the machine stood
 */
export function downtimeOf(
  ofStates: number | null,
  { stopped, time, earlier }: { readonly stopped: boolean } & Pick<Order, 'time' | 'earlier'>,
): Downtime | null {
  if (ofStates !== null) return { seconds: ofStates, from: 'states' }
  if (!stopped) return null
  const own = time.from < time.to ? without(time, earlier) : []
  return { seconds: Math.round(lengthOf(own) / 1000), from: 'order' }
}

const common = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) => others.flatMap((other) => overlap(one, other) ?? []))

type Verdict = true | MaintenanceReason

const repairActions = [
  'assign',
  'accept',
  'start',
  'usePart',
  'finish',
  'verify',
  'reject',
  'cancel',
  'photo',
] as const
export type RepairAction = (typeof repairActions)[number]
type RepairCan = Readonly<Record<RepairAction, Verdict>>

/** Statuses in which each action is possible. */
const states: Readonly<Record<RepairAction, readonly RepairStatus[]>> = {
  assign: ['reported', 'accepted', 'working', 'done'],
  accept: ['reported'],
  start: ['accepted'],
  usePart: ['working'],
  finish: ['working'],
  verify: ['done'],
  reject: ['done'],
  cancel: ['reported', 'accepted'],
  photo: ['reported', 'accepted', 'working', 'done'],
}
/** Machine operators may report, add photos, verify and reject; the other actions are for maintenance staff. */
const atMachine: ReadonlySet<RepairAction> = new Set(['verify', 'reject', 'photo'])

export const canReport = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.maintain') || tags.includes('alarm.ack') || 'permission.denied'

export const canMaintain = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.maintain') || 'permission.denied'

export const canKeep = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.edit') || 'permission.denied'

/** Permitted actions of a person on a repair order. */
export function repairCan(who: Decider, status: RepairStatus): RepairCan {
  return Object.fromEntries(
    repairActions.map((action) => [action, verdictOf(who, status, action)]),
  ) as RepairCan
}

function verdictOf(who: Decider, status: RepairStatus, action: RepairAction): Verdict {
  const allowed = atMachine.has(action) ? canReport(who.tags) : canMaintain(who.tags)
  if (allowed !== true) return allowed
  if (!states[action].includes(status)) return 'repair.wrong_state'
  return action === 'verify' ? canDecide(who, 'repair_verify') : true
}
