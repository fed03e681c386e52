import type { OrderStatus } from '@cloud-factory/contract/order-statuses'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { type Change, changesOf } from './history.rules.ts'
import { OrderStatusTag } from './order-words.tsx'
import { ProjectName } from './project-name.tsx'

type Entry = Answer<'GET /api/orders/:id/history'>['items'][number]

const pageSize = 30

/** Who changed what on an order and when, newest first. */
export function OrderHistory({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation('orders')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['orders', 'history', orderId],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/orders/:id/history', {
        params: { id: orderId },
        query: { page: pageParam, pageSize },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * pageSize < total ? page + 1 : undefined),
  })
  const entries = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && entries.length === 0 && <p className="page-note">{t('history.none')}</p>}
      <ol className="history">
        {entries.map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </div>
  )
}

function HistoryEntry({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('orders')
  const instant = useInstant()
  const changes = changesOf(entry.before, entry.after)
  const hasBefore = changes.some(({ before }) => before !== null)
  return (
    <li>
      <p>
        <time dateTime={entry.at}>{instant(entry.at)}</time> <strong>{entry.actorName}</strong>{' '}
        {t(`history.action.${entry.action}`, { defaultValue: entry.action })}
      </p>
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('history.field')}</th>
              {hasBefore && <th scope="col">{t('history.before')}</th>}
              <th scope="col">{t('history.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.field}>
                <th scope="row">{t(`field.${change.field}`, { defaultValue: change.field })}</th>
                {hasBefore && (
                  <td>
                    <Value field={change.field} value={change.before} />
                  </td>
                )}
                <td>
                  <Value field={change.field} value={change.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

function Value({ field, value }: { readonly field: string; readonly value: Change['before'] }): ReactNode {
  const { t } = useTranslation('orders')
  if (value === null || value === undefined || value === '') return t('history.empty')
  if (field === 'kind' && typeof value === 'string')
    return t(`documents:kind.${value}`, { defaultValue: value })
  if (field === 'projectId') return <ProjectName id={String(value as string | number)} />
  if (field === 'status') return <OrderStatusTag status={value as OrderStatus} />
  if (field === 'priority') return t(`priority.${value as string}`)
  if (typeof value === 'number') return thousands(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
