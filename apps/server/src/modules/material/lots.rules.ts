import type { LotStatus } from '@cloud-factory/domain/material/material-enums'

import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'

type Allowed = true | string
export interface LotCan {
  readonly edit: Allowed
  readonly delete: Allowed
  readonly release: Allowed
  readonly reject: Allowed
  readonly concede: Allowed
  readonly quarantine: Allowed
  readonly assign: Allowed
  readonly place: Allowed
}

/** The facts of a lot that decide on actions. */
export interface LotFacts {
  readonly status: LotStatus
  readonly retest: boolean
  /** Number of accepted certificates of its heat that state its grade, and of accepted re-test reports. */
  readonly certificates: number
  readonly retests: number
  readonly usedKg: number
  readonly leftKg: number
}

/**
 * Material must be released before use: its heat has an accepted certificate, and a re-test where the plan requires one (GB
 * 50205-2020, 4.2: certificates are checked for all steel, some of it is tested again). A lot in quarantine may already be
 * assigned to pieces; a rejected one may not.
 */
export function lotCan(who: Decider, lot: LotFacts): LotCan {
  const { tags } = who
  const inspects = tagged(tags, 'quality.inspect')
  const judges = tagged(tags, 'quality.judge')
  const concedes = tagged(tags, 'quality.concession')
  const quarantined = lot.status === 'quarantine' ? true : 'lot.decided'
  const handles = tags.includes('order.report') ? true : inspects
  return {
    edit: both(inspects, quarantined),
    delete: both(inspects, both(quarantined, lot.usedKg > 0 ? 'lot.used' : true)),
    release: both(judges, both(quarantined, both(documents(lot), canDecide(who, 'lot_release')))),
    reject: both(judges, lot.status === 'rejected' ? 'lot.rejected' : true),
    concede: both(concedes, lot.status === 'quarantine' || lot.status === 'rejected' ? true : 'lot.decided'),
    quarantine: both(judges, lot.status === 'quarantine' ? 'lot.in_quarantine' : true),
    assign: both(handles, canAssign(lot)),
    place: handles,
  }
}

function documents({ certificates, retest, retests }: LotFacts): Allowed {
  if (certificates === 0) return 'lot.no_certificate'
  return retest && retests === 0 ? 'lot.no_retest' : true
}

function canAssign({ status, leftKg }: LotFacts): Allowed {
  if (status === 'rejected') return 'lot.rejected'
  return leftKg > 0 ? true : 'lot.used_up'
}

const tagged = (tags: readonly string[], tag: string): Allowed => tags.includes(tag) || 'permission.denied'
const both = (first: Allowed, second: Allowed): Allowed => (first === true ? second : first)
