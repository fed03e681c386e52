import {
  type MachineState,
  type MachineClass,
  stoppedStates,
  type StateReason,
} from '@cloud-factory/domain/machines/equipment-enums'
import { commonLength, type Span } from '../work-calendar/work-windows.rules.ts'

type Allowed = true | StateReason

const isStopped = (state: MachineState): boolean => stoppedStates.some((stopped) => stopped === state)

/** Whether a reason can be given to a stop in this state. */
export const canReason = (tags: readonly string[], state: MachineState): Allowed => {
  if (!tags.includes('equipment.maintain') && !tags.includes('order.report')) return 'permission.denied'
  return isStopped(state) ? true : 'interval.no_stop'
}

/** States that need a reason; setup and maintenance explain themselves. */
const promptedStates: readonly MachineState[] = ['idle', 'fault']

interface Stop extends Span {
  readonly state: MachineState
  readonly reasonId: number | null
}

/** Milliseconds in planned time of a stop that needs a reason and has none; 0 for any other stop. */
export function unexplained(stop: Stop, planned: readonly Span[]): number {
  return stop.reasonId === null && promptedStates.includes(stop.state) ? commonLength(stop, planned) : 0
}

/** A reported code is attributed to a stop that begins within this time after it, ms. */
export const leadMs = 120_000

/** A code that maps to a reason, for one class of machine or for all (null). */
export interface ReasonCode {
  readonly reasonId: number
  readonly code: string
  readonly class: MachineClass | null
}

/** Codes mapped to reasons, and the codes of the reasons themselves. */
export interface CodeBook {
  readonly codes: readonly ReasonCode[]
  readonly reasons: ReadonlyMap<string, number>
}

interface ReportedStop {
  readonly at: number
  readonly code: string
  readonly isReason: boolean
}

interface StopSpan extends Span {
  readonly class: MachineClass
}

/**
 * Proposes the reason of a stop. A reason chosen at the machine has priority, the latest if there are several. Otherwise the
 * code reported closest to the beginning counts, because later ones are usually consequences. Null: no code maps to a reason.
 */
export function proposalOf<T extends ReportedStop>(
  stop: StopSpan,
  reported: readonly T[],
  book: CodeBook,
): { readonly reasonId: number; readonly reported: T } | null {
  const meant = reported.flatMap((one) => {
    if (one.at < stop.from - leadMs || one.at >= stop.to) return []
    const reasonId = reasonFor(one, stop.class, book)
    return reasonId === null ? [] : [{ reasonId, reported: one }]
  })
  const [first] = meant.toSorted(
    ({ reported: one }, { reported: other }) =>
      Number(other.isReason) - Number(one.isReason) ||
      (one.isReason ? other.at - one.at : Math.abs(one.at - stop.from) - Math.abs(other.at - stop.from)) ||
      one.at - other.at,
  )
  return first ?? null
}

function reasonFor(
  { code, isReason }: ReportedStop,
  of: MachineClass,
  { codes, reasons }: CodeBook,
): number | null {
  const named = isReason ? reasons.get(code) : undefined
  const own = codes.find((one) => one.code === code && one.class === of)
  const common = codes.find((one) => one.code === code && one.class === null)
  return named ?? own?.reasonId ?? common?.reasonId ?? null
}
