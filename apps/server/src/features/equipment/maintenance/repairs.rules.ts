import { type Decider, mayDecide } from '../../../platform/auth/four-eyes.rules.ts'
import type { MaintenanceReason, RepairStatus } from '@cloud-factory/contract/maintenance-words'

type Verdict = true | MaintenanceReason

interface RepairFacts {
  readonly status: RepairStatus
  readonly finishedBy: number | null
}

const repairDeeds = ['accept', 'start', 'usePart', 'finish', 'verify', 'reject', 'cancel', 'photo'] as const
export type RepairDeed = (typeof repairDeeds)[number]
export type RepairCan = Readonly<Record<RepairDeed, Verdict>>

/** States in which a deed may be done. */
const states: Readonly<Record<RepairDeed, readonly RepairStatus[]>> = {
  accept: ['reported'],
  start: ['accepted'],
  usePart: ['working'],
  finish: ['working'],
  verify: ['done'],
  reject: ['done'],
  cancel: ['reported', 'accepted'],
  photo: ['reported', 'accepted', 'working', 'done'],
}
/** Whoever works at machines may report, show, confirm and refuse; the rest is for those who mend. */
const atMachine: ReadonlySet<RepairDeed> = new Set(['verify', 'reject', 'photo'])

export const mayReport = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.maintain') || tags.includes('alarm.ack') || 'permission.denied'

export const mayMaintain = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.maintain') || 'permission.denied'

export const mayKeep = (tags: readonly string[]): Verdict =>
  tags.includes('equipment.edit') || 'permission.denied'

/** What a person may do with a repair order. */
export function repairCan(who: Decider, repair: RepairFacts): RepairCan {
  return Object.fromEntries(repairDeeds.map((deed) => [deed, verdictOf(who, repair, deed)])) as RepairCan
}

function verdictOf(who: Decider, { status, finishedBy }: RepairFacts, deed: RepairDeed): Verdict {
  const may = atMachine.has(deed) ? mayReport(who.tags) : mayMaintain(who.tags)
  if (may !== true) return may
  if (!states[deed].includes(status)) return 'repair.wrong_state'
  return deed === 'verify' ? mayDecide(who, 'repair_verify', [finishedBy]) : true
}
