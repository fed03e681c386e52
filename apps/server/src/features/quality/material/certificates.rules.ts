import type { MillCertificateStatus } from '@cloud-factory/contract/material-words'

import { type Decider, mayDecide } from '../../../platform/auth/four-eyes.rules.ts'

type May = true | string
export interface CertificateCan {
  readonly edit: May
  readonly file: May
  readonly accept: May
  readonly reject: May
  readonly withdraw: May
  readonly delete: May
}

/** What is asked of a certificate before anybody decides on it. */
export interface CertificateFacts {
  readonly status: MillCertificateStatus
  readonly outside: number
  readonly missing: number
  /** A heat of it that was received as another grade than it prints. */
  readonly otherGrade: boolean
  /** Who entered it, and who wrote its values last. */
  readonly enteredBy: readonly (number | null)[]
}

/** Accepted is a certificate whose values are all there and inside, of the grade that was received. */
export function certificateCan(who: Decider, facts: CertificateFacts): CertificateCan {
  const inspects: May = who.tags.includes('quality.inspect') || 'permission.denied'
  const judges: May = who.tags.includes('quality.judge') || 'permission.denied'
  const draft: May = facts.status === 'draft' ? true : 'certificate.decided'
  return {
    edit: both(inspects, draft),
    file: both(inspects, draft),
    delete: both(inspects, draft),
    accept: both(
      judges,
      both(draft, both(flawless(facts), mayDecide(who, 'certificate_accept', facts.enteredBy))),
    ),
    reject: both(judges, draft),
    withdraw: both(judges, facts.status === 'draft' ? 'certificate.undecided' : true),
  }
}

function flawless({ otherGrade, outside, missing }: CertificateFacts): May {
  if (otherGrade) return 'certificate.other_grade'
  if (outside > 0) return 'certificate.values_outside'
  return missing > 0 ? 'certificate.values_missing' : true
}

const both = (first: May, second: May): May => (first === true ? second : first)
