import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { count, kilograms } from '../../shared/format/numbers.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { LotActions } from './lot-actions.tsx'
import { LotStatusTag } from './material-labels.tsx'

/** Numbers are right-aligned; narrow screens omit secondary columns. */
const classes: Readonly<Record<string, string>> = {
  grade: 'is-second',
  count: 'is-number is-second',
  kg: 'is-number',
  usedKg: 'is-number is-second',
  leftKg: 'is-number',
}

/** The lots of a receipt. */
export function LotTable({ lots }: { readonly lots: readonly LotRow[] }) {
  const { t } = useTranslation('material')
  const words = [
    'heat',
    'status',
    'profile',
    'grade',
    'papers',
    'count',
    'kg',
    'usedKg',
    'leftKg',
    'actions',
  ] as const
  return (
    <section className="material-card">
      <h2>{t('lots')}</h2>
      <ScrollRegion label={t('lots')} width={660}>
        <table className="material-table">
          <thead>
            <tr>
              {words.map((word) => (
                <th key={word} scope="col" className={classes[word]}>
                  {t(`field.${word}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <LotLine key={lot.id} lot={lot} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

function LotLine({ lot }: { readonly lot: LotRow }) {
  const { t } = useTranslation('material')
  const said = [lot.note, lot.agreedBy === null ? '' : t('agreedBy', { name: lot.agreedBy })]
  return (
    <tr>
      <th scope="row">
        <Link to={`/quality/trace?heat=${lot.heat.id}`}>{lot.heat.no}</Link>
        {lot.heat.mill !== '' && <small>{lot.heat.mill}</small>}
      </th>
      <td>
        <LotStatusTag status={lot.status} />
        {said.some((word) => word !== '') && <small>{said.filter((word) => word !== '').join(' · ')}</small>}
      </td>
      <td>
        {lot.profile}
        <small className="is-narrow">{lot.grade.code}</small>
      </td>
      <td className="is-second">{lot.grade.code}</td>
      <td>
        {t('papers', { count: lot.certificates })}
        {lot.retest && <small>{t(lot.retests > 0 ? 'retestDone' : 'retestAsked')}</small>}
      </td>
      <td className={classes['count']}>{count(lot.pieces)}</td>
      <td className="is-number">{kilograms(lot.kg)}</td>
      <td className={classes['usedKg']}>{kilograms(lot.usedKg)}</td>
      <td className="is-number">{kilograms(lot.leftKg)}</td>
      <td>
        <LotActions lot={lot} />
      </td>
    </tr>
  )
}
