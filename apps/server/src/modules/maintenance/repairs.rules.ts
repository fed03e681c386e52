import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import type { MaintenanceReason, RepairStatus } from '@cloud-factory/domain/maintenance/maintenance-enums'

type Verdict = true | MaintenanceReason

const repairActions = ['accept', 'start', 'usePart', 'finish', 'verify', 'reject', 'cancel', 'photo'] as const
export type RepairAction = (typeof repairActions)[number]
export type RepairCan = Readonly<Record<RepairAction, Verdict>>

/** Statuses in which each action is possible. */
const states: Readonly<Record<RepairAction, readonly RepairStatus[]>> = {
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
