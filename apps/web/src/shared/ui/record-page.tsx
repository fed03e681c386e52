import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTabTitle } from '../tabs/tab-hooks.ts'
import { ProblemAlert } from './problem-alert.tsx'
import './record-head.css'

interface Props<Record> {
  readonly query: {
    readonly data: Record | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  /** Title of its tab. */
  readonly title: (record: Record) => string
  /** The list that it belongs to, for when it cannot be shown. */
  readonly list: { readonly to: string; readonly text: string }
  readonly children: (record: Record) => ReactNode
}

/** Page of one record: its shape while it loads, why it cannot be shown, or the record. */
export function RecordPage<Record>({ query, title, list, children }: Props<Record>) {
  const { data, error, refetch } = query
  useTabTitle(data === undefined ? undefined : title(data))
  if (data !== undefined) return children(data)
  if (error === null) return <RecordSkeleton />
  return (
    <div className="page">
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      <Link to={list.to}>{list.text}</Link>
    </div>
  )
}

/** The shape of a record while it loads. */
export function RecordSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <div className="record-head">
        <Skeleton active title={{ width: 240 }} paragraph={{ rows: 2, width: [360, '100%'] }} />
      </div>
      <div className="record-skeleton">
        {['left', 'right'].map((side) => (
          <div key={side} className="fact-card">
            <Skeleton active paragraph={{ rows: 6 }} />
          </div>
        ))}
      </div>
    </div>
  )
}
