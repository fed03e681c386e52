import type { SparePartRow } from '@cloud-factory/contract/maintenance/spare-parts'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'

interface Props {
  readonly part: SparePartRow
  readonly onClose: () => void
}

const step = 50
const most = 200

/** Receipts, issues and counts of a part, newest first. */
export function StockMoves({ part, onClose }: Props) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const [pageSize, setPageSize] = useState(step)
  const { data, error, refetch } = useQuery({
    queryKey: ['equipment', 'stock-moves', part.id, pageSize],
    queryFn: ({ signal }) =>
      api('GET /api/spare-parts/:id/moves', { params: { id: part.id }, query: { pageSize }, signal }),
    placeholderData: (before) => before,
  })
  const total = data?.total ?? 0
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={Math.min(560, globalThis.innerWidth)}
        title={t('stock.movesOf', { code: part.code, name: part.name })}
        onClose={onClose}
      >
        <p className="page-note">{t('stock.now', { stock: thousands(part.stock), unit: part.unit })}</p>
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton active />}
        {data !== undefined && total === 0 && <p className="page-note">{t('nothing')}</p>}
        <ol className="stock-moves" aria-label={t('stock.moves')}>
          {data?.items.map(({ id, at, kind, change, stock, repair, note, by }) => (
            <li key={id}>
              <time dateTime={at}>{instant(at, '{y}-{m}-{d} {h}:{i}')}</time>
              <span>{t(`move.${kind}`)}</span>
              <span className={`is-number ${change < 0 ? 'is-out' : ''}`}>
                {change > 0 ? '+' : ''}
                {thousands(change)}
              </span>
              <span className="is-number">= {thousands(stock)}</span>
              <span className="page-note">
                {by}
                {note !== '' && ` · ${note}`}{' '}
                {repair !== null && <Link to={`/equipment/repair/${repair.id}`}>{repair.no}</Link>}
              </span>
            </li>
          ))}
        </ol>
        {total > pageSize && pageSize < most && (
          <Button onClick={() => setPageSize(pageSize + step)}>{t('stock.more')}</Button>
        )}
      </Drawer>
    </>
  )
}
