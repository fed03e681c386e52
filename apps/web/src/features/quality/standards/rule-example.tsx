import { isMagnitude, limitsText } from '@cloud-factory/contract/limits-text.rules'
import { limitsOf, sizesAsked } from '@cloud-factory/contract/limits.rules'
import type { SizeName } from '@cloud-factory/contract/quality-enums'
import { useTranslation } from 'react-i18next'
import { draftProblems, type RuleDraft, ruleOf } from './rule-draft.rules.ts'
import { ruleText } from './rule-text.rules.ts'
import { useStandardWords } from './use-standard-words.ts'

/** Usual sizes of a member, in mm. */
const usual: Readonly<Record<SizeName, string>> = {
  h: '400',
  b: '200',
  tw: '8',
  tf: '12',
  t: '10',
  L: '9000',
  L1: '6000',
  l2: '500',
  d: '22',
  pitch: '80',
  span: '24000',
}

/** What a rule that is being typed gives for usual sizes. */
export function RuleExample({ draft }: { readonly draft: RuleDraft }) {
  const { t } = useTranslation('standards')
  const { rule: words } = useStandardWords()
  if (draftProblems(draft).length > 0) return <p className="rule-example soft">{t('rule.noExample')}</p>
  const rule = ruleOf(draft)
  const sizes = sizesAsked(rule).map((name) => `${name} = ${usual[name]}`)
  const places = rule.kind === 'byPlace' ? (['joint', 'other'] as const) : (['any'] as const)
  const limits = places.map((place) => {
    const found = limitsOf(rule, place, usual)
    const text = 'missing' in found ? '–' : limitsText(found, isMagnitude(found.working?.rule, null))
    return place === 'any' ? text : `${t(`place.${place}`)} ${text}`
  })
  return (
    <p className="rule-example" aria-live="polite">
      {ruleText(rule, words)}
      <br />
      {sizes.length > 0 && `${sizes.join(', ')} → `}
      <b>{limits.join('; ')}</b>
    </p>
  )
}
