import type { MouseEvent, ReactNode } from 'react'
import { useReasonText } from './use-reason-text.ts'
import { say } from './say.ts'
import './row-button.css'

interface Props {
  /** From the record's `can`: true, or the reason why not. Undefined while the record is unknown. */
  readonly allowed: true | string | undefined
  readonly danger?: boolean | undefined
  readonly onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined
  readonly children?: ReactNode
}

/** For rows of a list, where there are dozens: a native button, which renders fast. */
export function RowButton({ allowed, danger = false, onClick, children }: Props) {
  const reasonText = useReasonText()
  const reason = allowed === true || allowed === undefined ? undefined : reasonText(allowed)
  return (
    <button
      type="button"
      className={`row-button ${danger ? 'is-danger' : ''}`}
      title={reason}
      aria-disabled={allowed === true ? undefined : 'true'}
      aria-description={reason}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (allowed === true) onClick?.(event)
        else if (reason !== undefined) say('warning', reason)
      }}
    >
      {children}
    </button>
  )
}
