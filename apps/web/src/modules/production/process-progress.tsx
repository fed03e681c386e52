import type { OrderRow } from '@cloud-factory/contract/orders/orders'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { count, thousands, tonnes } from '../../shared/format/numbers.ts'
import { percentText } from './matrix.rules.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import './progress.css'

/** Progress of each process of an order: completed tonnes and pieces of the total. */
export function ProcessProgress({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('production')
  const { id, byProcess, progress, heldPieces, openNcrs } = order
  return (
    <section className="overview-card" aria-label={t('progress.title')}>
      <h2>{t('progress.title')}</h2>
      {byProcess.length === 0 ? (
        <p className="page-note">{t('progress.none')}</p>
      ) : (
        <>
          <p className="progress-whole">
            <strong>{t('weightedProgress', { percent: percentText(progress) })}</strong>
            {heldPieces > 0 && (
              <Link to={`/order/detail/${id}?part=holds`} replace>
                ‖ {t('progress.held', { count: heldPieces, n: count(heldPieces) })}
              </Link>
            )}
            {openNcrs > 0 && (
              <span className="is-late">{t('progress.ncrs', { count: openNcrs, n: count(openNcrs) })}</span>
            )}
          </p>
          <ul className="progress-list">
            {byProcess.map((row) => (
              <ProgressRow key={row.processId} row={row} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function ProgressRow({ row }: { readonly row: OrderRow['byProcess'][number] }) {
  const { t } = useTranslation('production')
  const process = useProcessName()(row.processId)
  const share = row.kg > 0 ? row.doneKg / row.kg : row.donePieces / Math.max(1, row.pieces)
  const words = {
    process,
    done: tonnes(row.doneKg),
    all: tonnes(row.kg),
    donePieces: count(row.donePieces),
    pieces: count(row.pieces),
  }
  return (
    <li>
      <span className="progress-name">{process}</span>
      <span className="progress-track" role="img" aria-label={t('progress.row', words)}>
        <span className={share >= 1 ? 'is-full' : ''} style={{ width: `${percentText(share)}%` }} />
      </span>
      <span className="progress-share">{percentText(share)} %</span>
      <span className="progress-figures">
        {t('progress.tonnes', words)}
        <small>{t('progress.pieces', { done: words.donePieces, all: words.pieces })}</small>
      </span>
    </li>
  )
}

/** When it will be done at the present pace, and what that rests on. */
export function OrderForecastFacts({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation('production')
  const { forecast, progress, status } = order
  const finished = progress >= 1 || ['completed', 'shipped', 'closed'].includes(status)
  return (
    <section className="overview-card" aria-label={t('forecast.title')}>
      <h2>{t('forecast.title')}</h2>
      {forecast === null ? (
        <p className="page-note">{t(finished ? 'forecast.finished' : 'forecast.none')}</p>
      ) : (
        <>
          <p>
            {t('forecast.doneOn')} <strong>{forecast.doneOn}</strong> <Lateness days={forecast.daysLate} />
          </p>
          <p className="page-note">
            {t(`forecast.basis.${forecast.basis}`, {
              from: forecast.from,
              to: forecast.to,
              kg: thousands(Math.round(forecast.kgPerDay)),
            })}
          </p>
        </>
      )}
    </section>
  )
}

function Lateness({ days }: { readonly days: number | null }) {
  const { t } = useTranslation('production')
  if (days === null) return null
  return days > 0 ? (
    <span className="is-late">▲ {t('forecast.late', { count: days })}</span>
  ) : (
    <span>✓ {t('common:outlook.good')}</span>
  )
}
