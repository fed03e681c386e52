import { type PointerEvent, type ThHTMLAttributes, useState } from 'react'

export interface HeadCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Called with the new width in px when the edge was dragged; left out where the width is fixed. */
  readonly onWiden?: (width: number) => void
}

/** Head of a column whose right edge can be dragged. */
export function HeadCell({ onWiden, children, ...cell }: HeadCellProps) {
  return (
    <th {...cell}>
      {children}
      {onWiden !== undefined && <Edge onWiden={onWiden} />}
    </th>
  )
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
      // A click on the edge is no click on the head, which would sort.
      onClick={(event) => event.stopPropagation()}
    />
  )
}
