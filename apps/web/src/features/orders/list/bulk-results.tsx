import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { count } from '../../../shared/format/numbers.ts'
import { useReasonText } from '../../../shared/ui/use-reason-text.ts'
import { StatusTag } from '../../../shared/ui/status-tag.tsx'
import { type BulkItem, countOutcomes, type Results } from './bulk.rules.ts'

const tones = { done: 'good', already: 'neutral', refused: 'bad' } as const
const order: Readonly<Record<BulkItem['outcome'], number>> = { refused: 0, already: 1, done: 2 }
/** More nobody reads; the sums above count them all. */
const maxShown = 500

/** What became of each order; those that were refused come first, with their reasons. */
export function BulkResults({ results }: { readonly results: Results }) {
  const { t } = useTranslation('order-list')
  const reasonText = useReasonText()
  const sums = countOutcomes(results)
  const items = [...results.values()]
    .toSorted((one, other) => order[one.outcome] - order[other.outcome])
    .slice(0, maxShown)
  if (items.length === 0) return null
  return (
    <>
      <div className="bulk-sums">
        {(['done', 'already', 'refused'] as const).map((outcome) => (
          <span key={outcome}>
            {t(`outcome.${outcome}`)} {count(sums[outcome])}
          </span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard */}
      <div className="bulk-results" tabIndex={0} role="region" aria-label={t('results')}>
        <table>
          <tbody>
            {items.map(({ id, no, outcome, reason }) => (
              <tr key={id}>
                <th scope="row">{no === null ? `#${id}` : <Link to={`/order/detail/${id}`}>{no}</Link>}</th>
                <td>
                  <StatusTag tone={tones[outcome]} text={t(`outcome.${outcome}`)} />
                </td>
                <td>{reason === null ? '' : reasonText(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
