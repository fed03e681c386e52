import type { NcrAge, NcrDisposition, NcrReason, NcrStatus } from '@cloud-factory/domain/ncr/ncr-enums'
import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import { ncrAgeDays, ncrAges } from '@cloud-factory/domain/ncr/ncr-enums'
import { isDoer } from '../quality-records/raise-ncr.rules.ts'

/** What the rules look at of a report. */
export interface NcrFacts {
  readonly status: NcrStatus
  readonly disposition: NcrDisposition | null
  /** It is about something that is still there: material, or a piece that is not scrapped or superseded. */
  readonly hasSubject: boolean
}

export type NcrCan = Readonly<
  Record<
    'edit' | 'dispose' | 'approve' | 'reject' | 'start' | 'finish' | 'verify' | 'cancel' | 'photo',
    true | NcrReason
  >
>

/** Decisions on a report that ask for a second person. */
export const ncrDecisions = ['ncr_approve', 'ncr_verify'] as const

const final: ReadonlySet<NcrStatus> = new Set(['closed', 'cancelled'])
const beforeWork: ReadonlySet<NcrStatus> = new Set(['open', 'dispositioned', 'approved'])

/** Every action and whether it may be done: open → dispositioned → approved → executing → verify → closed. */
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

/** A concession changes nothing on the piece: there is nothing to execute. */
function canStart(ncr: NcrFacts): true | NcrReason {
  const verdict = at(ncr, 'approved', 'ncr.not_approved')
  return verdict !== true || ncr.disposition !== 'concession' ? verdict : 'ncr.nothing_to_do'
}

/** A concession was nobody's work, but somebody raised it. */
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
 * How a piece stands with the open reports on it: free without any, in rework while every one of them is being reworked
 * or repaired, else stopped.
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

/** Whether a report may be raised on a piece. One that has left is reported but not stopped. */
export function canRaise(status: string): true | NcrReason {
  if (status === 'planned') return 'ncr.piece_planned'
  if (status === 'packed') return 'ncr.piece_packed'
  return !gone.has(status) || 'ncr.piece_gone'
}

/** What a disposition asks for besides the right to say it; `repairs` are those begun before on the piece with the most. */
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
/** Whole days between two instants in milliseconds; never below 0. */
export const daysBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / dayMs))

/** The bucket of a number of days. */
export function ageOf(days: number): NcrAge {
  return ncrAges.find((age) => days <= (ncrAgeDays[age] ?? Infinity)) ?? 'older'
}

/** Days of a bucket: from, and up to and including; null: no end. */
export function daysOfAge(age: NcrAge): { readonly from: number; readonly to: number | null } {
  const before = ncrAges[ncrAges.indexOf(age) - 1]
  return { from: before === undefined ? 0 : (ncrAgeDays[before] ?? 0) + 1, to: ncrAgeDays[age] }
}
