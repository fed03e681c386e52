import { limitsText, shortText as short } from '@cloud-factory/contract/standards/limits-text.rules'
import type { PlainRule, Working } from '@cloud-factory/contract/standards/limits.rules'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'

/** Words that a rule is written with, in the reader's language. */
export interface RuleWords {
  readonly none: string
  readonly joint: string
  readonly other: string
  readonly otherwise: string
  /** Before the two that follow. */
  readonly comma: string
  readonly atMost: string
  readonly atLeast: string
}

const signs = { lt: '<', le: '≤', gt: '>', ge: '≥' } as const

/** A rule as people write it: `h < 500: ±2; h ≤ 1000: ±3; ±4`. */
export function ruleText(rule: ToleranceRule, words: RuleWords): string {
  if (rule.kind === 'byPlace')
    return `${words.joint}: ${ruleText(rule.joint, words)}; ${words.other}: ${ruleText(rule.other, words)}`
  if (rule.kind !== 'piecewise') return plainText(rule, words)
  return rule.bands
    .map(({ op, value, rule: own }) => {
      const bound =
        op === undefined || value === undefined ? words.otherwise : `${rule.by} ${signs[op]} ${short(value)}`
      return `${bound}: ${plainText(own, words)}`
    })
    .join('; ')
}

function plainText(rule: PlainRule, words: RuleWords): string {
  if (rule.kind === 'none') return words.none
  if (rule.kind === 'max') return `≤ ${short(rule.v)}`
  if (rule.kind === 'abs') return limitsText({ lower: rule.lo, upper: rule.hi }, false)
  const sum = `${rule.of}/${short(rule.div)}${rule.plus === undefined ? '' : ` + ${short(rule.plus)}`}`
  const form = { pm: `±(${sum})`, max: `≤ ${sum}`, minus: `0 … −(${sum})`, plus: `0 … +(${sum})` }[rule.sign]
  const cap = rule.cap === undefined ? '' : `${words.comma}${words.atMost} ${short(rule.cap)}`
  const floor = rule.floor === undefined ? '' : `${words.comma}${words.atLeast} ${short(rule.floor)}`
  return `${form}${cap}${floor}`
}

/** A ratio with its numbers put in: `L/1500 = 9000/1500 = 6, at most 5 → 5`. Null where no size was put in. */
export function workingText(
  { rule, ratio }: { readonly rule: ToleranceRule; readonly ratio: Working['ratio'] },
  words: RuleWords,
): string | null {
  if (ratio === null || rule.kind !== 'ratio') return null
  const plus = rule.plus === undefined ? '' : ` + ${short(rule.plus)}`
  const line = `${rule.of}/${short(rule.div)}${plus} = ${short(ratio.size)}/${short(rule.div)}${plus} = ${short(ratio.raw)}`
  if (ratio.bound === 'cap')
    return `${line}${words.comma}${words.atMost} ${short(rule.cap ?? '')} → ${short(rule.cap ?? '')}`
  if (ratio.bound === 'floor')
    return `${line}${words.comma}${words.atLeast} ${short(rule.floor ?? '')} → ${short(rule.floor ?? '')}`
  return line
}

/** A typed decimal in the server's format; text that is no number stays, so that it is found wrong where it stands. */
export const decimalOrText = (text: string): string => typedDecimal(text) ?? text
