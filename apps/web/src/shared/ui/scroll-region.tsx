import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  /** px that the content needs; below that it scrolls sideways. */
  readonly width: number
  readonly children: ReactNode
}

/** Scrolls sideways what does not fit, by the keyboard too: a plain scrolling box cannot be reached without a mouse. */
export function ScrollRegion({ label, width, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <div style={{ minWidth: width }}>{children}</div>
    </div>
  )
}
