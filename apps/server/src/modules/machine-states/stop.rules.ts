import type { MachineState } from '@cloud-factory/domain/machines/equipment-enums'
import { standingStates, type StateReason } from '@cloud-factory/domain/machines/machine-enums'
import { commonLength, type Span } from '../work-calendar/spans.rules.ts'

type Allowed = true | StateReason

const isStanding = (state: MachineState): boolean => standingStates.some((standing) => standing === state)

/** Whether a reason can be given to a stop in this state. */
export const canReason = (tags: readonly string[], state: MachineState): Allowed => {
  if (!tags.includes('equipment.maintain') && !tags.includes('order.report')) return 'permission.denied'
  return isStanding(state) ? true : 'interval.no_stop'
}

/** States that need a reason; setup and maintenance explain themselves. */
const askedStates: readonly MachineState[] = ['idle', 'fault']

interface Stop extends Span {
  readonly state: MachineState
  readonly reasonId: number | null
}

/** Milliseconds in planned time of a stop that needs a reason and has none; 0 for any other stop. */
export function unexplained(stop: Stop, planned: readonly Span[]): number {
  return stop.reasonId === null && askedStates.includes(stop.state) ? commonLength(stop, planned) : 0
}
