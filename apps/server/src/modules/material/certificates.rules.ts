import type { MillCertificateStatus } from '@cloud-factory/domain/material/material-enums'

import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'

type Allowed = true | string
export interface CertificateCan {
  readonly edit: Allowed
  readonly file: Allowed
  readonly accept: Allowed
  readonly reject: Allowed
  readonly withdraw: Allowed
  readonly delete: Allowed
}

/** The facts of a certificate that a decision needs. */
export interface CertificateFacts {
  readonly status: MillCertificateStatus
  readonly outside: number
  readonly missing: number
  /** One of its heats was received with another grade than the certificate states. */
  readonly otherGrade: boolean
}

/** A certificate can be accepted when all values are present and within limits, and the grade is the one received. */
export function certificateCan(who: Decider, facts: CertificateFacts): CertificateCan {
  const inspects: Allowed = who.tags.includes('quality.inspect') || 'permission.denied'
  const judges: Allowed = who.tags.includes('quality.judge') || 'permission.denied'
  const draft: Allowed = facts.status === 'draft' ? true : 'certificate.decided'
  return {
    edit: both(inspects, draft),
    file: both(inspects, draft),
    delete: both(inspects, draft),
    accept: both(judges, both(draft, both(flawless(facts), canDecide(who, 'certificate_accept')))),
    reject: both(judges, draft),
    withdraw: both(judges, facts.status === 'draft' ? 'certificate.undecided' : true),
  }
}

function flawless({ otherGrade, outside, missing }: CertificateFacts): Allowed {
  if (otherGrade) return 'certificate.other_grade'
  if (outside > 0) return 'certificate.values_outside'
  return missing > 0 ? 'certificate.values_missing' : true
}

const both = (first: Allowed, second: Allowed): Allowed => (first === true ? second : first)
