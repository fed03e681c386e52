import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

interface Props<T> {
  readonly title: string
  /** Formula of its figures. */
  readonly formula: string
  readonly tools?: ReactNode
  readonly query: UseQueryResult<T>
  readonly children: (data: T) => ReactNode
}

/** A part of the page with its own question: one that fails leaves the others alone. */
export function Part<T>({ title, formula, tools, query, children }: Props<T>) {
  return (
    <section className="statistics-part" aria-busy={query.isFetching}>
      <header>
        <h2>{title}</h2>
        {tools}
      </header>
      <div className={query.isPlaceholderData ? 'is-old' : ''}>
        {query.error !== null && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.error === null && query.data === undefined && <Skeleton active paragraph={{ rows: 4 }} />}
        {query.error === null && query.data !== undefined && (
          <ScrollRegion label={title} width={320}>
            {children(query.data)}
          </ScrollRegion>
        )}
      </div>
      <p className="page-note">{formula}</p>
    </section>
  )
}
