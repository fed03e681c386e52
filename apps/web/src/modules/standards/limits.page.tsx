import type { LimitRow } from '@cloud-factory/contract/standards/limits'
import { isMagnitude, limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ruleText, workingText, decimalOrText } from './rule-text.rules.ts'
import { useStandardWords } from './use-standard-words.ts'
import { PrinterOutlined } from '@ant-design/icons'
import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import { requiredSizes } from '@cloud-factory/contract/standards/limits.rules'
import { type SizeName, sizeNames } from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type Chosen, EditionChoice, EditionStatusTag, useChosen } from './edition-choice.tsx'
import { itemsQuery, limitsQuery } from './standards.queries.ts'
import './standards.css'

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

/**
 * Limits of a standard for the sizes of a piece. Sizes are in the address, so that a link shows the
 * same.
 */
export function LimitsPage() {
  const { t } = useTranslation('standards')
  const chosen = useChosen()
  const { edition, error } = chosen
  return (
    <div className="page limits-page">
      <PageHeader title={t('shell:route.limits')} note={t('limits.note')}>
        <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
          {t('action.print')}
        </Button>
      </PageHeader>
      {error !== null && <ProblemAlert error={error} />}
      <EditionChoice chosen={chosen} />
      {edition !== undefined && (
        <p className="edition-line">
          <EditionStatusTag status={edition.status} />
          {edition.status === 'draft' && <span>{t('draftNote')}</span>}
        </p>
      )}
      <Calculator chosen={chosen} />
    </div>
  )
}

/** A size as the server takes it: a decimal above zero. */
const isSize = (text: string) => isDecimal(text) && /[1-9]/.test(text) && !text.startsWith('-')

function Calculator({ chosen }: { readonly chosen: Chosen }) {
  const { t } = useTranslation('standards')
  const [search] = useSearchParams()
  const { edition, shape, choose } = chosen
  const items = useQuery(itemsQuery(edition?.id, shape))
  const required = allRequiredSizes(items.data?.items ?? [])
  const typed = (name: SizeName) => search.get(name) ?? ''
  const filled = required.filter((name) => isSize(decimalOrText(typed(name))))
  const sizes = Object.fromEntries(filled.map((name) => [name, decimalOrText(typed(name))]))
  const limits = useQuery(
    limitsQuery(
      edition === undefined || shape === undefined ? null : { editionId: edition.id, shape, ...sizes },
    ),
  )
  return (
    <>
      <div className="size-fields">
        {required.map((name) => {
          const isWrong = typed(name) !== '' && !filled.includes(name)
          return (
            <label key={name}>
              <span>
                <b>{name}</b> {t(`size.${name}`)}
              </span>
              <Input
                value={typed(name)}
                inputMode="decimal"
                suffix="mm"
                maxLength={20}
                {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
                onChange={({ target }) => choose({ [name]: target.value })}
              />
              {isWrong && <small role="alert">{t('limits.notSize')}</small>}
            </label>
          )
        })}
      </div>
      {limits.error !== null && <ProblemAlert error={limits.error} />}
      {limits.data !== undefined && <LimitsTable rows={limits.data.items} />}
    </>
  )
}

/** Sizes that any item of the form asks for. */
function allRequiredSizes(
  items: readonly {
    readonly rule: Parameters<typeof requiredSizes>[0]
    readonly nominalOf: SizeName | null
  }[],
): SizeName[] {
  const required = new Set(items.flatMap(({ rule, nominalOf }) => [...requiredSizes(rule), nominalOf]))
  return sizeNames.filter((name) => required.has(name))
}
