import type { MouseEvent, ReactNode } from 'react'
import { useReasonText } from './use-reason-text.ts'
import './row-button.css'

interface Props {
  /** Out of the record's `can`: true, or the reason why not. Undefined while the record is not known. */
  readonly may: true | string | undefined
  readonly danger?: boolean | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  readonly children?: ReactNode
}

/** In the rows of a list, where there are dozens: a button of the browser's own, drawn in no time. */
export function RowButton({ may, danger = false, onClick, children }: Props) {
  const reasonText = useReasonText()
  const reason = may === true || may === undefined ? undefined : reasonText(may)
  return (
    <button
      type="button"
      className={`row-button ${danger ? 'is-danger' : ''}`}
      title={reason}
      aria-disabled={may === true ? undefined : 'true'}
      aria-description={reason}
      onClick={(event: MouseEvent<HTMLElement>) => may === true && onClick?.(event)}
    >
      {children}
    </button>
  )
}
