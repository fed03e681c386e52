import { type PointerEvent, type ReactNode, useState } from 'react'

interface Props {
  readonly className: string | undefined
  /** The full title when it is abbreviated. */
  readonly tip: string | undefined
  /** The field by which the server sorts; undefined: not sortable. */
  readonly sort: string | undefined
  /** As in the URL: a field, `-` in front for descending. */
  readonly sorted: string
  /** Ascending, then descending, then the list's default order (empty). */
  readonly onSort: (sort: string) => void
  /** Called with the new width in px after the edge was dragged. */
  readonly onWiden: (width: number) => void
  readonly children: ReactNode
}

/** Head of a column: sorts on click; its right edge can be dragged. */
export function HeadCell({ className, tip, sort, sorted, onSort, onWiden, children }: Props) {
  const order = orderOf(sorted, sort)
  return (
    <th className={className} title={tip} aria-sort={order} scope="col">
      {sort === undefined || order === undefined ? (
        children
      ) : (
        <button type="button" className="list-sort" onClick={() => onSort(next[order](sort))}>
          <span>{children}</span>
          <i aria-hidden="true" className={`is-${order}`} />
        </button>
      )}
      <Edge onWiden={onWiden} />
    </th>
  )
}

type Order = 'ascending' | 'descending' | 'none'

const next: Readonly<Record<Order, (sort: string) => string>> = {
  none: (sort) => sort,
  ascending: (sort) => `-${sort}`,
  descending: () => '',
}

function orderOf(sorted: string, field: string | undefined): Order | undefined {
  if (field === undefined) return undefined
  if (sorted === field) return 'ascending'
  return sorted === `-${field}` ? 'descending' : 'none'
}

function Edge({ onWiden }: { readonly onWiden: (width: number) => void }) {
  const [from, setFrom] = useState<{ readonly x: number; readonly width: number } | null>(null)
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setFrom({ x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 })
  }
  const end = (event: PointerEvent<HTMLSpanElement>) => {
    setFrom(null)
    if (from !== null && event.clientX !== from.x) onWiden(from.width + event.clientX - from.x)
  }
  return (
    <span
      aria-hidden="true"
      className={`column-edge ${from === null ? '' : 'is-dragged'}`}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerCancel={() => setFrom(null)}
    />
  )
}
