import type { NcrDetail } from '@cloud-factory/contract/ncrs'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ncrEventsQuery } from './ncr.queries.ts'

/** What was done with it, newest first. */
export function NcrHistory({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncrs')
  const instant = useInstant()
  const { data, error, refetch } = useQuery(ncrEventsQuery(ncr.id))
  return (
    <section className="ncr-card" aria-label={t('history')}>
      <h2>{t('history')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <ol className="ncr-history">
        {data?.items.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{instant(event.at)}</time>
            <span>
              <strong>{t(`event.${event.action}`)}</strong> {event.by}
              {event.note !== '' && event.action !== 'edit' && <p className="ncr-said">{event.note}</p>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
