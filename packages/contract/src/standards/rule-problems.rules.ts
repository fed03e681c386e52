import { isDecimal, toMicro } from '@cloud-factory/domain/numbers/decimals'
import type { PlainRule } from './limits.rules.ts'
import type { ToleranceRule } from './quality-rules.ts'

/** Problems of a part of a rule: values of `reason` of an invalid field. */
export const ruleReasons = [
  'rule.no_limit',
  'rule.order',
  'rule.negative',
  'rule.bounds',
  'rule.no_band',
] as const
export type RuleReason = (typeof ruleReasons)[number]

export interface RuleProblem {
  /** Path within the rule: `bands.1.rule.hi`. */
  readonly path: string
  readonly reason: RuleReason
}

type PiecewiseRule = Extract<ToleranceRule, { kind: 'piecewise' }>

/**
 * Problems that the schema of a rule cannot express: limits must be in order and at least one must exist, an absolute
 * deviation must not be negative, a floor must be below its cap, and each band except the last needs a bound that the
 * band before it does not cover. Decimals must be valid.
 */
export function ruleProblems(rule: ToleranceRule, path = ''): RuleProblem[] {
  if (rule.kind === 'byPlace')
    return [...ruleProblems(rule.joint, `${path}joint.`), ...ruleProblems(rule.other, `${path}other.`)]
  return rule.kind === 'piecewise' ? bandProblems(rule, path) : plainProblems(rule, path)
}

function plainProblems(rule: PlainRule, path: string): RuleProblem[] {
  if (rule.kind === 'max') return isNegative(rule.v) ? [{ path: `${path}v`, reason: 'rule.negative' }] : []
  if (rule.kind === 'abs') {
    if (rule.lo === null && rule.hi === null) return [{ path: `${path}hi`, reason: 'rule.no_limit' }]
    const isTurned = rule.lo !== null && rule.hi !== null && toMicro(rule.lo) > toMicro(rule.hi)
    return isTurned ? [{ path: `${path}lo`, reason: 'rule.order' }] : []
  }
  return rule.kind === 'ratio' ? ratioProblems(rule, path) : []
}

function ratioProblems(rule: Extract<PlainRule, { kind: 'ratio' }>, path: string): RuleProblem[] {
  const negative = (['cap', 'floor'] as const)
    .filter((field) => isNegative(rule[field]))
    .map((field): RuleProblem => ({ path: `${path}${field}`, reason: 'rule.negative' }))
  const { cap, floor } = rule
  const isTurned = cap !== undefined && floor !== undefined && toMicro(floor) > toMicro(cap)
  return isTurned ? [...negative, { path: `${path}floor`, reason: 'rule.order' }] : negative
}

const isNegative = (text: string | undefined): boolean =>
  text !== undefined && isDecimal(text) && toMicro(text) < 0n

function bandProblems({ bands }: PiecewiseRule, path: string): RuleProblem[] {
  return bands.flatMap((band, index) => {
    const own = `${path}bands.${index}.`
    const inner = plainProblems(band.rule, `${own}rule.`)
    const isBound = band.op !== undefined && band.value !== undefined
    const isHalf = (band.op === undefined) !== (band.value === undefined)
    if (isHalf || (!isBound && index < bands.length - 1))
      return [...inner, { path: `${own}value`, reason: 'rule.bounds' } as const]
    return isReached(bands, index)
      ? inner
      : [...inner, { path: `${own}value`, reason: 'rule.no_band' } as const]
  })
}

/** Whether a size can reach this band after the one before it, if both are bounded on the same side. */
function isReached(bands: PiecewiseRule['bands'], index: number): boolean {
  const before = boundOf(bands[index - 1])
  const own = boundOf(bands[index])
  if (before === null || own === null || before.isUpper !== own.isUpper) return true
  const step = own.isUpper ? own.value - before.value : before.value - own.value
  return step > 0n || (step === 0n && !before.isIncluded && own.isIncluded)
}

/** The bound of a band; null: none. */
function boundOf(band: PiecewiseRule['bands'][number] | undefined) {
  if (band?.op === undefined || band.value === undefined) return null
  return {
    value: toMicro(band.value),
    isUpper: band.op === 'lt' || band.op === 'le',
    isIncluded: band.op === 'le' || band.op === 'ge',
  }
}
