import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  /** Width in px that the content needs; below it the region scrolls sideways. */
  readonly width: number
  readonly children: ReactNode
}

/**
 * Scrolls sideways when the content does not fit, also by keyboard; a plain scrolling box cannot be reached without a
 * mouse. On a phone the first column of a table stays.
 */
export function ScrollRegion({ label, width, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reachable by keyboard
    <div className="scroll-region" role="region" aria-label={label} tabIndex={0}>
      <div style={{ minWidth: width }}>{children}</div>
    </div>
  )
}
