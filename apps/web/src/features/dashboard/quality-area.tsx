import type { DashboardCounts } from '@cloud-factory/contract/dashboard'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { absent } from '../../shared/format/numbers.ts'
import { Card, Figures } from './card.tsx'
import { firstOf, tilesOf, yieldQuery } from './dashboard.queries.ts'

/** First pass of the month, and what is open. */
export function QualityArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  const today = counts.data?.today
  const passed = useQuery(yieldQuery(today))
  const [month] = passed.data?.months.slice(-1) ?? []
  const share = month === undefined || month.inspected === 0 ? null : month.passed / month.inspected
  return (
    <Card title={t('quality')} query={counts}>
      <Link
        className="first-pass"
        to={`/quality/statistics?from=${firstOf(today ?? '')}&to=${today ?? ''}`}
        data-tile="first_pass"
      >
        <span className="figure-title">{t('firstPass')}</span>
        <span className="figure-count">{share === null ? absent : `${(share * 100).toFixed(1)} %`}</span>
        <span className="share-track" aria-hidden>
          <span className="share-bar is-good" style={{ width: `${(share ?? 0) * 100}%` }} />
        </span>
        <span className="page-note">{month === undefined ? t('noInspections') : t('passedOf', month)}</span>
      </Link>
      <Figures items={tilesOf(counts.data, ['ncrs_open', 'ncrs_overdue', 'inspections_due', 'ndt_due'])} />
    </Card>
  )
}
