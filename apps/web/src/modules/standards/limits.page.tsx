import { PrinterOutlined } from '@ant-design/icons'
import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import { sizesAsked } from '@cloud-factory/contract/standards/limits.rules'
import { type SizeName, sizeNames } from '@cloud-factory/domain/inspection/quality-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type Chosen, EditionChoice, EditionStatusTag, useChosen } from './edition-choice.tsx'
import { LimitsTable } from './limits-table.tsx'
import { typedDecimal } from './rule-text.rules.ts'
import { itemsQuery, limitsQuery } from './standards.queries.ts'
import './standards.css'

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
  const asked = askedSizes(items.data?.items ?? [])
  const typed = (name: SizeName) => search.get(name) ?? ''
  const given = asked.filter((name) => isSize(typedDecimal(typed(name))))
  const sizes = Object.fromEntries(given.map((name) => [name, typedDecimal(typed(name))]))
  const limits = useQuery(
    limitsQuery(
      edition === undefined || shape === undefined ? null : { editionId: edition.id, shape, ...sizes },
    ),
  )
  return (
    <>
      <div className="size-fields">
        {asked.map((name) => {
          const isWrong = typed(name) !== '' && !given.includes(name)
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
function askedSizes(
  items: readonly { readonly rule: Parameters<typeof sizesAsked>[0]; readonly nominalOf: SizeName | null }[],
): SizeName[] {
  const asked = new Set(items.flatMap(({ rule, nominalOf }) => [...sizesAsked(rule), nominalOf]))
  return sizeNames.filter((name) => asked.has(name))
}
