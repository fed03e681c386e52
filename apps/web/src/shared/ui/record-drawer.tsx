import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'
import { RecordSkeleton } from './record-page.tsx'
import { ReturnFocus } from './return-focus.tsx'
import './record-head.css'

interface Props<Record> {
  readonly query: {
    readonly data: Record | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
  /** What kind of record it is. */
  readonly title: string
  /** Width in px; it is no wider than the window. */
  readonly size?: number
  readonly onClose: () => void
  /** Begins with its `RecordHead`. */
  readonly children: (record: Record) => ReactNode
}

/** A record beside its list: its shape while it loads, why it cannot be shown, or the record. Mount it when it opens. */
export function RecordDrawer<Record>({ query, title, size = 600, onClose, children }: Props<Record>) {
  const { data, error, refetch } = query
  return (
    <>
      <ReturnFocus />
      <Drawer
        open
        size={Math.min(size, globalThis.innerWidth)}
        rootClassName="form-drawer record-drawer"
        title={title}
        onClose={onClose}
      >
        {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
        {data === undefined ? error === null && <RecordSkeleton /> : children(data)}
      </Drawer>
    </>
  )
}
