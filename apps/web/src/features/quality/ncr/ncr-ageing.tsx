import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count, tonnes } from '../../../shared/format/numbers.ts'
import type { List } from '../../../shared/list/use-list-state.ts'
import { ageingQuery } from './ncr.queries.ts'

/** Open reports by how long they have been open; a box filters the list, once more takes the filter away. */
export function NcrAgeing({ list }: { readonly list: List }) {
  const { t } = useTranslation('ncrs')
  const { data } = useQuery(ageingQuery)
  const chosen = list.state.filters['age']
  if (data === undefined) return <div className="ncr-ageing" aria-busy="true" />
  return (
    <ul className="ncr-ageing" aria-label={t('ageing')}>
      {data.items.map((bucket) => (
        <li key={bucket.id}>
          <button
            type="button"
            aria-pressed={chosen === bucket.id}
            onClick={() => list.filter({ age: chosen === bucket.id ? undefined : bucket.id })}
          >
            <span className="ncr-age-word">{t(`age.${bucket.id}`)}</span>
            <strong>{count(bucket.reports)}</strong>
            <span className="ncr-age-more">
              {t('agePieces', { count: bucket.pieces, tonnes: tonnes(bucket.kg) })}
            </span>
            {bucket.critical + bucket.overdue > 0 && (
              <span className="ncr-age-bad">
                {t('ageBad', { critical: bucket.critical, overdue: bucket.overdue })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
