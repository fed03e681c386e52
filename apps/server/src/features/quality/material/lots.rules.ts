import type { LotStatus } from '@cloud-factory/contract/material-words'

import { type Decider, mayDecide } from '../../../platform/auth/four-eyes.rules.ts'

type May = true | string
export interface LotCan {
  readonly edit: May
  readonly delete: May
  readonly release: May
  readonly reject: May
  readonly concede: May
  readonly quarantine: May
  readonly assign: May
}

/** What is asked of a lot before anything is done with it. */
export interface LotFacts {
  readonly status: LotStatus
  readonly retest: boolean
  /** Accepted certificates of its heat that name its grade; accepted reports of a re-test. */
  readonly certificates: number
  readonly retests: number
  /** Who entered those certificates. */
  readonly enteredBy: readonly (number | null)[]
  readonly usedKg: number
  readonly leftKg: number
}

/**
 * Material is used once it is released: its heat has an accepted certificate, and the re-test where the plan asks for one
 * (GB 50205-2020, 4.2: certificates are checked for all steel, some of it is tested again). A lot in quarantine may be set
 * aside for pieces already; a rejected one may not.
 */
export function lotCan(who: Decider, lot: LotFacts): LotCan {
  const { tags } = who
  const inspects = tagged(tags, 'quality.inspect')
  const judges = tagged(tags, 'quality.judge')
  const concedes = tagged(tags, 'quality.concession')
  const quarantined = lot.status === 'quarantine' ? true : 'lot.decided'
  const assigns = tags.includes('order.report') ? true : inspects
  return {
    edit: both(inspects, quarantined),
    delete: both(inspects, both(quarantined, lot.usedKg > 0 ? 'lot.used' : true)),
    release: both(judges, both(quarantined, both(papers(lot), mayDecide(who, 'lot_release', lot.enteredBy)))),
    reject: both(judges, lot.status === 'rejected' ? 'lot.rejected' : true),
    concede: both(concedes, lot.status === 'quarantine' || lot.status === 'rejected' ? true : 'lot.decided'),
    quarantine: both(judges, lot.status === 'quarantine' ? 'lot.in_quarantine' : true),
    assign: both(assigns, mayAssign(lot)),
  }
}

function papers({ certificates, retest, retests }: LotFacts): May {
  if (certificates === 0) return 'lot.no_certificate'
  return retest && retests === 0 ? 'lot.no_retest' : true
}

function mayAssign({ status, leftKg }: LotFacts): May {
  if (status === 'rejected') return 'lot.rejected'
  return leftKg > 0 ? true : 'lot.used_up'
}

const tagged = (tags: readonly string[], tag: string): May => tags.includes(tag) || 'permission.denied'
const both = (first: May, second: May): May => (first === true ? second : first)
