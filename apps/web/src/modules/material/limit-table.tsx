import { chemicalProperties, propertyUnits } from '@cloud-factory/domain/material/material-enums'
import type { GradeDetail, SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import { useTranslation } from 'react-i18next'
import { absent } from '../../shared/format/numbers.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
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
    .map((limit, index) => ({ limit, index }))
    .filter(({ limit }) => isChemical(limit.property) === (part === 'chemical'))
  return (
    <section className="material-card">
      <h2>{t(`grades.${part}`)}</h2>
      {rows.length === 0 && <p className="soft">{t('grades.none')}</p>}
      {rows.length > 0 && (
        <ScrollRegion label={t(`grades.${part}`)} width={700}>
          <table className="material-table">
            <thead>
              <tr>
                {(['property', 'band', 'limit', 'required', 'source', 'certainty', 'actions'] as const).map(
                  (word) => (
                    <th key={word} scope="col">
                      {t(`field.${word}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ limit, index }) => (
                <LimitRow key={index} limit={limit} canEdit={grade.can.edit} onEdit={() => onEdit(index)} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}

interface RowProps {
  readonly limit: SteelLimitRow
  readonly canEdit: true | string
  readonly onEdit: () => void
}

function LimitRow({ limit, canEdit, onEdit }: RowProps) {
  const { t } = useTranslation('material')
  const band = bandText(limit)
  return (
    <tr>
      <th scope="row">
        {limit.property}
        {limit.condition !== '' && <small>{limit.condition}</small>}
      </th>
      <td>{band === '' ? absent : `${band} mm`}</td>
      <td className="whole">
        {limitText(limit)}{' '}
        <span className="soft">
          {limit.property in propertyUnits
            ? propertyUnits[limit.property as keyof typeof propertyUnits]
            : '%'}
        </span>
      </td>
      <td>{t(limit.required ? 'yes' : 'no')}</td>
      <td>{limit.source}</td>
      <td>{t(`certainty.${limit.certainty}`)}</td>
      <td>
        <ReasonButton type="link" size="small" allowed={canEdit} onClick={onEdit}>
          {t('action.edit')}
        </ReasonButton>
      </td>
    </tr>
  )
}
