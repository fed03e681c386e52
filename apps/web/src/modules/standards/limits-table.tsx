import type { LimitRow } from '@cloud-factory/contract/standards/limits'
import { isMagnitude, limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ruleText, workingText } from './rule-text.rules.ts'
import { useStandardWords } from './use-standard-words.ts'

type Computed = LimitRow['limits'][number]

/** Limits of each item as numbers; a table where there is room, cards on a phone. */
export function LimitsTable({ rows }: { readonly rows: readonly LimitRow[] }) {
  const { t } = useTranslation('standards')
  const { nameOf, rule, ownPart } = useStandardWords()
  return (
    <table className="standard-table" aria-label={t('shell:route.limits')}>
      <thead>
        <tr>
          <th scope="col">{t('field.item')}</th>
          <th scope="col">{t('field.class')}</th>
          <th scope="col">{t('field.limits')}</th>
          <th scope="col">{t('field.rule')}</th>
          <th scope="col">{t('field.clause')}</th>
          <th scope="col">{t('field.verified')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {nameOf(row.names)}
              {row.optional && <small className="soft"> {t('optionalMark')}</small>}
              {row.source !== '' && <small className="item-source">{ownPart(row.source)}</small>}
            </th>
            <td data-label={t('field.class')}>{t(`class.${row.class}`)}</td>
            <td data-label={t('field.limits')} className="limit-cell">
              {row.limits.map((one) => (
                <Limit key={one.place} row={row} one={one} />
              ))}
            </td>
            <td data-label={t('field.rule')}>
              {ruleText(row.rule, rule)}
              {row.limits.map((one) => (
                <Shown key={one.place} one={one} />
              ))}
            </td>
            <td data-label={t('field.clause')}>{row.clause || '–'}</td>
            <td data-label={t('field.verified')}>
              <StatusTag
                tone={row.verified ? 'good' : 'warn'}
                text={t(row.verified ? 'check.done' : 'check.open')}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Limit({ row, one }: { readonly row: LimitRow; readonly one: Computed }) {
  const { t } = useTranslation('standards')
  const place = one.place === 'any' ? '' : `${t(`place.${one.place}`)}: `
  if (one.missing.length > 0) {
    return (
      <div className="soft">
        {place}
        {t('limits.missing', { sizes: one.missing.join(', ') })}
      </div>
    )
  }
  if (row.measures === 'visual') return <div>{t('rule.noneText')}</div>
  return (
    <div>
      {place}
      <b>{limitsText(one, isMagnitude(one.working?.rule, row.nominalOf))}</b> {row.unit}
    </div>
  )
}

function Shown({ one }: { readonly one: Computed }) {
  const { rule } = useStandardWords()
  const text = one.working === null ? null : workingText(one.working, rule)
  return text === null ? null : <div className="working">{text}</div>
}
