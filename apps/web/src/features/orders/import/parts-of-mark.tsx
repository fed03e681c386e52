import type { ImportMarkRow } from '@cloud-factory/contract/order-imports'
import { useTranslation } from 'react-i18next'
import { absent, count } from '../../../shared/format/numbers.ts'
import { exactKg, millimetres } from './figures.ts'

/** What one piece of a mark is welded from. */
export function PartsOfMark({ mark }: { readonly mark: Pick<ImportMarkRow, 'mark' | 'parts'> }) {
  const { t } = useTranslation('imports')
  return (
    <div role="row" className="parts-row">
      <div role="cell">
        <table className="plain-table" aria-label={t('parts.of', { mark: mark.mark })}>
          <thead>
            <tr>
              <th scope="col">{t('parts.part')}</th>
              <th scope="col">{t('marks.profile')}</th>
              <th scope="col">{t('marks.grade')}</th>
              <th scope="col" className="is-number">
                {t('marks.length')}
              </th>
              <th scope="col" className="is-number">
                {t('parts.perMark')}
              </th>
              <th scope="col" className="is-number">
                {t('marks.unitKg')}
              </th>
            </tr>
          </thead>
          <tbody>
            {mark.parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a mark may name the same part twice
              <tr key={at}>
                <td>{part.partMark}</td>
                <td>{part.profile === '' ? absent : part.profile}</td>
                <td>{part.grade ?? absent}</td>
                <td className="is-number">{millimetres(part.lengthMm)}</td>
                <td className="is-number">{count(part.quantityPerMark)}</td>
                <td className="is-number">{exactKg(part.netKg)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
