import type { DashboardCounts } from '@cloud-factory/contract/dashboard'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type QueryState, Card, numberOf } from './card.tsx'

interface Props {
  readonly queries: readonly (QueryState & { readonly data: DashboardCounts | undefined })[]
}

/** What waits for this person. A part that cannot be asked is said by its own card. */
export function TaskList({ queries }: Props) {
  const { t } = useTranslation('dashboard')
  const items = queries.flatMap(({ data }) => data?.items ?? [])
  const mine = items.filter(({ task }) => task)
  const waiting = mine.filter(({ total }) => total > 0)
  const isPending = waiting.length === 0 && queries.some((query) => query.isPending)
  // Whoever only looks has no tasks, and no empty card either.
  if (!isPending && mine.length === 0) return null
  return (
    <Card title={t('tasks')} wide query={{ isPending, error: null, refetch: () => undefined }}>
      {waiting.length === 0 ? (
        <p className="page-note">{t('noTasks')}</p>
      ) : (
        <ul className="tasks">
          {waiting.map((item) => (
            <li key={item.id}>
              <Link to={item.to} className="task" data-task={item.id}>
                <span className="task-count">{numberOf(item)}</span>
                <span>{t(`tile.${item.id}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
