import type { TrialRow } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { canDecide, type Decider } from '../../platform/auth/four-eyes.rules.ts'

type Allowed = true | string

interface TrialFacts {
  readonly status: TrialRow['status']
  readonly orderStatus: string
  readonly pieces: number
  readonly measurements: TrialRow['measurements']
  /** Pieces with an open non-conformance report. */
  readonly openNcrs: number
}

const ended: ReadonlySet<string> = new Set(['closed', 'cancelled'])

export const canPlanTrial = (tags: readonly string[], orderStatus: string): Allowed => {
  if (!tags.includes('order.edit')) return 'permission.denied'
  return !ended.has(orderStatus) || 'trial.order_ended'
}

/** What may be done with a trial assembly, and why not. Who measured does not release (four eyes). */
export function trialCan(who: Decider, trial: TrialFacts): TrialRow['can'] {
  const having = (tags: readonly string[], verdict: Allowed): Allowed =>
    tags.some((tag) => who.tags.includes(tag)) ? verdict : 'permission.denied'
  const running: Allowed = !ended.has(trial.orderStatus) || 'trial.order_ended'
  const open = trial.status === 'open' ? running : 'trial.not_open'
  const released = trial.status === 'released' ? running : 'trial.not_released'
  return {
    edit: having(['order.edit', 'quality.inspect'], open),
    measure: having(
      ['quality.inspect'],
      first(open, trial.measurements.total > 0 || 'trial.no_measurements'),
    ),
    release: having(['quality.judge'], first(open, complete(trial), canDecide(who, 'trial_release'))),
    reopen: having(['quality.judge'], released),
    cancel: having(['order.edit'], open),
    photo: having(['order.edit', 'quality.inspect'], open),
  }
}

function complete({ pieces, measurements: { total, measured, failed }, openNcrs }: TrialFacts): Allowed {
  if (pieces === 0) return 'trial.no_pieces'
  if (total === 0) return 'trial.no_measurements'
  if (measured < total) return 'trial.not_measured'
  if (failed > 0) return 'trial.failed'
  return openNcrs === 0 || 'trial.ncr_open'
}

const first = (...verdicts: readonly Allowed[]): Allowed => verdicts.find((one) => one !== true) ?? true
