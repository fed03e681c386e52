import type { StandardFilePreview } from '@cloud-factory/contract/standards/standard-files'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ruleText } from './rule-text.rules.ts'
import { useStandardWords } from './use-standard-words.ts'

type Change = StandardFilePreview['changes'][number]

/** Changes from one edition to another, item by item. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="edition-changes">
      {changes.map((change) => (
        <ChangeLine key={`${change.change}-${change.id}`} change={change} />
      ))}
    </ul>
  )
}

function ChangeLine({ change }: { readonly change: Change }) {
  const { t } = useTranslation('standards')
  const { nameOf, rule } = useStandardWords()
  const { before, after, fields } = change
  return (
    <li className={`is-${change.change}`}>
      <b>{t(`change.${change.change}`)}</b> {t(`shape.${change.shape}`)} · {nameOf(change.names)}
      {fields.length > 0 && (
        <small className="soft">
          {' '}
          {fields.map((field) => t(`field.${field as 'rule'}`)).join(rule.comma)}
        </small>
      )}
      {before !== null && after !== null && fields.includes('rule') && (
        <div>
          <del>{ruleText(before.rule, rule)}</del> → <ins>{ruleText(after.rule, rule)}</ins>
        </div>
      )}
    </li>
  )
}
