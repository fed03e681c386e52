import { chemicalProperties, propertyUnits } from '@cloud-factory/domain/material/material-enums'
import type { GradeDetail, SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { absent } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { bandText, limitText } from './material-labels.tsx'

interface Props {
  readonly grade: GradeDetail
  readonly onEdit: (index: number) => void
}

/** Limits of a grade: chemistry, then strength. */
export function LimitTable(props: Props) {
  return (
    <>
      <Part {...props} part="chemical" />
      <Part {...props} part="mechanical" />
    </>
  )
}

function Part({ grade, onEdit, part }: Props & { readonly part: 'chemical' | 'mechanical' }) {
  const { t } = useTranslation('material')
  const isChemical = (name: string) => (chemicalProperties as readonly string[]).includes(name)
  const rows = grade.limits
    .map((limit, index) => ({ ...limit, id: String(index) }))
    .filter(({ property }) => isChemical(property) === (part === 'chemical'))
  return (
    <section className="material-card">
      <h2>{t(`grades.${part}`)}</h2>
      <RowTable<Limit>
        label={t(`grades.${part}`)}
        columns={limitColumns(t)}
        rows={rows}
        empty={t('grades.none')}
        rowActions={{
          width: 90,
          render: ({ id }) => (
            <ReasonButton
              type="link"
              size="small"
              allowed={grade.can.edit}
              onClick={() => onEdit(Number(id))}
            >
              {t('action.edit')}
            </ReasonButton>
          ),
        }}
      />
    </section>
  )
}

/** A limit with its position among all of its grade. */
type Limit = SteelLimitRow & { readonly id: string }

const limitColumns = (t: TFunction<'material'>): readonly Column<Limit>[] => [
  {
    key: 'property',
    title: t('field.property'),
    width: 110,
    render: ({ property, condition }) => (
      <strong>
        {property} <small>{condition}</small>
      </strong>
    ),
  },
  {
    key: 'band',
    title: t('field.band'),
    width: 110,
    render: (limit) => (bandText(limit) === '' ? absent : `${bandText(limit)} mm`),
  },
  {
    key: 'limit',
    title: t('field.limit'),
    width: 130,
    render: (limit) => (
      <>
        {limitText(limit)} <span className="soft">{unitOf(limit.property)}</span>
      </>
    ),
  },
  {
    key: 'required',
    title: t('field.required'),
    width: 80,
    render: ({ required }) => t(required ? 'yes' : 'no'),
  },
  { key: 'source', title: t('field.source'), width: 130, render: ({ source }) => source },
  {
    key: 'certainty',
    title: t('field.certainty'),
    width: 100,
    render: ({ certainty }) => t(`certainty.${certainty}`),
  },
]

const unitOf = (property: string): string =>
  property in propertyUnits ? propertyUnits[property as keyof typeof propertyUnits] : '%'
