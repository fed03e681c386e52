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
  /** Whether it has tabs under its head. */
  readonly hasParts?: boolean
  readonly children: (record: Record) => ReactNode
}

/** Page of one record: its shape while it loads, why it cannot be shown, or the record. */
export function RecordPage<Record>({ query, title, list, hasParts = false, children }: Props<Record>) {
  const { data, error, refetch } = query
  useTabTitle(data === undefined ? undefined : title(data))
  if (data !== undefined) return children(data)
  if (error === null) return <RecordSkeleton hasParts={hasParts} />
  return (
    <div className="page">
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      <Link to={list.to}>{list.text}</Link>
    </div>
  )
}

/** The shape of a record while it loads: its head, its tabs if it has some, its fields. */
export function RecordSkeleton({ hasParts = false }: { readonly hasParts?: boolean }) {
  return (
    <div className="page record-wait" aria-busy="true">
      <div className="record-head" aria-hidden="true">
        <div className="record-first">
          <Bar className="is-title" />
          <Bar className="is-button" />
        </div>
        <div className="record-about">
          <Bar className="is-text" />
        </div>
        <div className="record-line">
          <Bar className="is-text" />
          <Bars className="key-facts" count={4} bar="is-figure" />
        </div>
      </div>
      {hasParts && <Bars className="record-wait-tabs" count={6} bar="is-tab" />}
      <div className="record-skeleton" aria-hidden="true">
        {['left', 'right'].map((side) => (
          <Bars key={side} className="fact-card" count={6} bar="is-field" />
        ))}
      </div>
    </div>
  )
}

const Bar = ({ className }: { readonly className: string }) => <span className={`wait-bar ${className}`} />

interface BarsProps {
  readonly className: string
  readonly count: number
  /** Class of each bar. */
  readonly bar: string
}

const Bars = ({ className, count, bar }: BarsProps) => (
  <div className={className} aria-hidden="true">
    {Array.from({ length: count }, (_, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- they are all the same
      <Bar key={at} className={bar} />
    ))}
  </div>
)
