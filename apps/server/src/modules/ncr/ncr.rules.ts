import type { NcrAge, NcrDisposition, NcrReason, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import { ncrAgeDays, ncrAges } from '@cloud-factory/domain/ncr/ncr-enums'
import { isDoer } from '../quality-records/raise-ncr.rules.ts'

/** The facts of a report that the rules use. */
export interface NcrFacts {
  readonly status: NcrStatus
  readonly disposition: NcrDisposition | null
  /** Its subject still exists: material, or a piece that is not scrapped or superseded. */
  readonly hasSubject: boolean
}

export type NcrCan = Readonly<
  Record<
    'edit' | 'dispose' | 'approve' | 'reject' | 'start' | 'finish' | 'verify' | 'cancel' | 'photo',
    true | NcrReason
  >
>

/** Decisions on a report that need a second person. */
export const ncrDecisions = ['ncr_approve', 'ncr_verify'] as const

const final: ReadonlySet<NcrStatus> = new Set(['closed', 'cancelled'])
const beforeWork: ReadonlySet<NcrStatus> = new Set(['open', 'dispositioned', 'approved'])

/** Every action and whether it is permitted: open → dispositioned → approved → executing → verify → closed. */
export function ncrCan(who: Decider, ncr: NcrFacts): NcrCan {
  const judge = (verdict: true | NcrReason) =>
    who.tags.includes('quality.judge') ? verdict : 'permission.denied'
  const doer = (verdict: true | NcrReason) => (isDoer(who.tags) ? verdict : 'permission.denied')
  const going = !final.has(ncr.status) || 'ncr.finished'
  return {
    edit: doer(going),
    dispose: judge(at(ncr, 'open', 'ncr.not_open')),
    approve: judge(canApprove(who, ncr)),
    reject: judge(at(ncr, 'dispositioned', 'ncr.not_dispositioned')),
    start: doer(canStart(ncr)),
    finish: doer(at(ncr, 'executing', 'ncr.not_executing')),
    verify: judge(canVerify(who, ncr)),
    cancel: judge(canCancel(ncr)),
    photo: doer(going),
  }
}

const at = (ncr: NcrFacts, status: NcrStatus, otherwise: NcrReason): true | NcrReason => {
  if (final.has(ncr.status)) return 'ncr.finished'
  return ncr.status === status || otherwise
}

function canApprove(who: Decider, ncr: NcrFacts): true | NcrReason {
  const verdict = at(ncr, 'dispositioned', 'ncr.not_dispositioned')
  if (verdict !== true) return verdict
  if (ncr.disposition === 'concession' && !who.tags.includes('quality.concession'))
    return 'ncr.needs_concession'
  return canDecide(who, 'ncr_approve')
}

/** A concession does not change the piece, so there is nothing to execute. */
function canStart(ncr: NcrFacts): true | NcrReason {
  const verdict = at(ncr, 'approved', 'ncr.not_approved')
  return verdict !== true || ncr.disposition !== 'concession' ? verdict : 'ncr.nothing_to_do'
}

/** A concession has no executing person; the person who raised the report counts instead. */
function canVerify(who: Decider, ncr: NcrFacts): true | NcrReason {
  const isConceded = ncr.status === 'approved' && ncr.disposition === 'concession'
  const verdict = isConceded || at(ncr, 'verify', 'ncr.not_verify')
  return verdict === true ? canDecide(who, 'ncr_verify') : verdict
}

function canCancel(ncr: NcrFacts): true | NcrReason {
  if (final.has(ncr.status)) return 'ncr.finished'
  return beforeWork.has(ncr.status) || !ncr.hasSubject || 'ncr.under_way'
}

/** An open report on a piece. */
export interface OpenNcr {
  readonly status: NcrStatus
  readonly disposition: NcrDisposition | null
}

/**
 * Status of a piece by its open reports: free without any, in rework while all of them are being reworked or repaired,
 * otherwise stopped.
 */
export function statusOf(open: readonly OpenNcr[]): 'ncr_open' | 'rework' | 'free' {
  if (open.length === 0) return 'free'
  const isWorked = open.every(
    ({ status, disposition }) =>
      status === 'executing' && (disposition === 'rework' || disposition === 'repair'),
  )
  return isWorked ? 'rework' : 'ncr_open'
}

const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded'])
export const isGone = (status: string): boolean => gone.has(status)
const hasLeft = (status: string): boolean => status === 'shipped' || status === 'received'

/** Whether a report may be raised on a piece. A piece that has left the factory is reported but not stopped. */
export function canRaise(status: string): true | NcrReason {
  if (status === 'planned') return 'ncr.piece_planned'
  if (status === 'packed') return 'ncr.piece_packed'
  return !gone.has(status) || 'ncr.piece_gone'
}

/** Requirements of a disposition besides the permission. `repairs`: repairs already begun on the piece with the most. */
export function canDispose(
  disposition: NcrDisposition,
  {
    statuses,
    repairs,
    limit,
  }: { readonly statuses: readonly string[]; readonly repairs: number; readonly limit: number },
): true | NcrReason {
  if (disposition === 'scrap') {
    if (statuses.length === 0) return 'ncr.no_pieces'
    if (statuses.some(hasLeft)) return 'ncr.piece_left'
  }
  if (disposition !== 'repair' || statuses.length === 0) return true
  return repairs < limit || 'ncr.repair_limit'
}

const dayMs = 86_400_000
/** Whole days between two instants in ms; at least 0. */
export const daysBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / dayMs))

/** The age group of a number of days. */
export function ageOf(days: number): NcrAge {
  return ncrAges.find((age) => days <= (ncrAgeDays[age] ?? Infinity)) ?? 'older'
}

/** First and last day of an age group, both included; null: no end. */
export function daysOfAge(age: NcrAge): { readonly from: number; readonly to: number | null } {
  const before = ncrAges[ncrAges.indexOf(age) - 1]
  return { from: before === undefined ? 0 : (ncrAgeDays[before] ?? 0) + 1, to: ncrAgeDays[age] }
}
