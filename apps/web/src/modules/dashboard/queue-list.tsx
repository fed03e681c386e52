import type { ReactNode } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { count } from '../../shared/format/numbers.ts'
import { CardBody, type QueryState } from './card.tsx'

/** A row of a queue: what it is, what matters about it, and what the person does with it. */
export interface QueueRow {
  readonly id: string
  readonly title: string
  /** Null: there is no page of it. */
  readonly to: string | null
  readonly facts: readonly ReactNode[]
  readonly action: ReactNode
}

interface Props<Row> {
  readonly query: QueryState & {
    readonly data: { readonly items: readonly Row[]; readonly total: number } | undefined
  }
  /** What leads to all of them. */
  readonly all: (total: number) => ReactNode
  readonly rowOf: (row: Row) => QueueRow
  readonly most?: number
  /** Order of urgency, where the list cannot sort by it. */
  readonly sorted?: (rows: readonly Row[]) => readonly Row[]
}

/** So many rows of a queue are shown; the others are in the list behind it. */
export const queueRows = 8

const asTheyCome = <Row,>(rows: readonly Row[]): readonly Row[] => rows

/** The list behind a queue, with the number of its rows. */
export function AllRows({ to, total }: { readonly to: string; readonly total: number }) {
  const { t } = useTranslation('dashboard')
  return (
    <Link to={to} className="queue-all" data-total={total}>
      {t('queue.all', { n: count(total) })}
    </Link>
  )
}

/** The most urgent rows of a list, each with its action, and the way to all of them. */
export function QueueRows<Row>({ query, all, rowOf, most = queueRows, sorted = asTheyCome }: Props<Row>) {
  const { t } = useTranslation('dashboard')
  const total = query.data?.total ?? 0
  const rows = sorted(query.data?.items ?? []).slice(0, most)
  return (
    <CardBody query={query}>
      {rows.length === 0 && <p className="page-note">{t('noTasks')}</p>}
      <ul className="queue">
        {rows.map(rowOf).map(({ id, title, to: record, facts, action }) => (
          <li key={id} data-row={id}>
            <div className="queue-what">
              {record === null ? <b>{title}</b> : <Link to={record}>{title}</Link>}
              <span className="queue-facts">
                {facts.map((fact, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the facts of a row have a fixed order
                  <span key={at}>{fact}</span>
                ))}
              </span>
            </div>
            {action}
          </li>
        ))}
      </ul>
      {total > 0 && all(total)}
    </CardBody>
  )
}
