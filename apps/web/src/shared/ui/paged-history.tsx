import { Button, Skeleton } from 'antd'
import type { ReactNode, ComponentProps } from 'react'
import { useTranslation } from '../i18n/use-translation.tsx'
import { Ago } from './ago.tsx'
import { thousands } from '../format/numbers.ts'
import { changesOf } from './history.rules.ts'
import { ProblemAlert } from './problem-alert.tsx'
import './history-list.css'
import { useInfiniteQuery } from '@tanstack/react-query'

/** An audit log record, as in the history of a subject. */
interface Entry {
  readonly id: string
  readonly at: string
  readonly actorName: string
  readonly action: string
  readonly before?: unknown
  readonly after?: unknown
}

interface Words {
  readonly actionOf: (action: string) => string
  readonly fieldOf: (field: string) => string
  /** Displays a value; undefined: unchanged. */
  readonly shownOf?: (field: string, value: unknown) => ReactNode
}

interface HistoryListProps extends Words {
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  /** Undefined: there are no more. */
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}

/** Who changed what and when, newest first. */
function HistoryList({ entries, error, onRetry, onMore, loadingMore, ...words }: HistoryListProps) {
  const { t } = useTranslation()
  return (
    <div>
      {error !== null && <ProblemAlert error={error} onRetry={onRetry} />}
      {entries === undefined && error === null && <Skeleton active />}
      {entries?.length === 0 && <p className="page-note">{t('history.none')}</p>}
      <ol className="history">
        {(entries ?? []).map((entry) => (
          <HistoryEntry key={entry.id} entry={entry} {...words} />
        ))}
      </ol>
      {onMore !== undefined && (
        <Button loading={loadingMore} onClick={onMore}>
          {t('history.more')}
        </Button>
      )}
    </div>
  )
}

function HistoryEntry({ entry, actionOf, fieldOf, shownOf }: Words & { readonly entry: Entry }) {
  const { t } = useTranslation()
  const changes = changesOf(entry.before, entry.after)
  const hasBefore = changes.some(({ before }) => before !== null)
  const shown = (field: string, value: unknown): ReactNode => {
    if (value === null || value === undefined || value === '') return t('history.empty')
    const own = shownOf?.(field, value)
    if (own !== undefined) return own
    if (typeof value === 'number') return thousands(value)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (
    <li>
      <p>
        <Ago at={entry.at} /> <strong>{entry.actorName}</strong> {actionOf(entry.action)}
      </p>
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('common:file.field')}</th>
              {hasBefore && <th scope="col">{t('history.before')}</th>}
              <th scope="col">{t('history.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldOf(field)}</th>
                {hasBefore && <td>{shown(field, before)}</td>}
                <td>{shown(field, after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}

type PagedWords = Pick<ComponentProps<typeof HistoryList>, 'actionOf' | 'fieldOf' | 'shownOf'>
type Entries = NonNullable<ComponentProps<typeof HistoryList>['entries']>

interface PagedHistoryProps extends PagedWords {
  /** Query key of the subject's history. */
  readonly queryKey: readonly unknown[]
  readonly fetch: (
    query: { readonly page: number; readonly pageSize: number },
    signal: AbortSignal,
  ) => Promise<{ readonly items: Entries; readonly total: number }>
}

const pageSize = 30

/** Who changed what on a subject and when, newest first, thirty at a time. */
export function PagedHistory({ queryKey, fetch, ...words }: PagedHistoryProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ page: pageParam, pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _, page) => (page * pageSize < total ? page + 1 : undefined),
  })
  return (
    <HistoryList
      {...words}
      entries={data?.pages.flatMap(({ items }) => items)}
      error={error}
      onRetry={() => void refetch()}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
      loadingMore={isFetchingNextPage}
    />
  )
}
