import type { InspectionReason } from '@cloud-factory/contract/inspection/inspection-forms'
import type { InspectionStatus, InspectionVerdict } from '@cloud-factory/domain/inspection/quality-enums'

import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'

type Verdict = true | InspectionReason

/** The facts of an inspection that the rules use. */
export interface InspectionFacts {
  readonly status: InspectionStatus
  readonly verdict: InspectionVerdict | null
  readonly readings: number
  /** Points of measured pieces without a reading. */
  readonly missingPoints: number
  /** Items whose limits need a size that is missing. */
  readonly missingSizes: number
  /** A corrected version of it exists. */
  readonly isCorrected: boolean
}

/** What a person may do with an inspection now, or the reason why not. */
export function inspectionCan(facts: InspectionFacts, who: Decider) {
  const { status } = facts
  const draft = status === 'draft' || notDraft(status)
  const submitted = status === 'submitted' || 'inspection.not_submitted'
  const locked = status === 'locked' || 'inspection.not_locked'
  const inspects = (verdict: Verdict): Verdict => allowed(who, 'quality.inspect', verdict)
  const judges = (verdict: Verdict): Verdict => allowed(who, 'quality.judge', verdict)
  const judged = status === 'judged' || 'inspection.not_judged'
  return {
    read: inspects(draft),
    items: inspects(draft),
    sizes: inspects(first(draft, facts.readings === 0 || 'inspection.has_readings')),
    submit: inspects(first(draft, complete(facts))),
    return: inspects(submitted),
    judge: judges(first(submitted, canDecide(who, 'inspection_judge'))),
    reopen: judges(judged),
    lock: judges(judged),
    correct: inspects(first(locked, !facts.isCorrected || 'inspection.corrected_already')),
    repeat: inspects(first(locked, facts.verdict === 'fail' || 'inspection.not_failed')),
    cancel: inspects(isOpen(status) || 'inspection.locked'),
  } satisfies Record<string, Verdict>
}
export type InspectionAction = keyof ReturnType<typeof inspectionCan>

const isOpen = (status: InspectionStatus): boolean =>
  status === 'draft' || status === 'submitted' || status === 'judged'

const notDraft = (status: InspectionStatus): Verdict =>
  status === 'locked' || status === 'replaced' ? 'inspection.locked' : 'inspection.not_draft'

function complete({ missingSizes, missingPoints }: InspectionFacts): Verdict {
  if (missingSizes > 0) return 'inspection.size_missing'
  return missingPoints === 0 || 'inspection.missing_points'
}

const allowed = ({ tags }: Decider, tag: string, verdict: Verdict): Verdict =>
  tags.includes(tag) ? verdict : 'permission.denied'

/** The first reason that prevents the action. */
const first = (...verdicts: readonly Verdict[]): Verdict => verdicts.find((one) => one !== true) ?? true

/**
 * Whether a verdict may be given. A lot that fails by the rule cannot pass; failing a lot that passes by the rule needs an
 * explanation.
 */
export function canJudge(byRule: 'pass' | 'fail', given: 'pass' | 'fail', note: string): Verdict {
  if (byRule === given) return true
  if (given === 'pass') return 'inspection.rule_fails'
  return note !== '' || 'inspection.needs_note'
}

const gone: ReadonlySet<string> = new Set(['scrapped', 'superseded', 'shipped', 'received'])
/** Whether a piece no longer exists and cannot be measured. */
export const isGone = (status: string): boolean => gone.has(status)

/** The indexes of the measured pieces when `size` of `count` are measured: spread over the lot, beginning with the first. */
export const measuredAt = (count: number, size: number): ReadonlySet<number> =>
  new Set(Array.from({ length: size }, (_, index) => Math.floor((index * count) / size)))
