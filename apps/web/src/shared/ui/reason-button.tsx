import type { MouseEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { RowButton } from './row-button.tsx'
import { say } from './say.ts'
import { useReasonText } from './use-reason-text.ts'

interface Props {
  /** From the record's `can`: true, or the reason why not. Undefined while the record is unknown. */
  readonly allowed: true | string | undefined
  /** `primary`: the main action of its page; `link` in size `small`: in a row of a list. */
  readonly type?: 'primary' | 'link'
  readonly size?: 'small' | 'large'
  readonly danger?: boolean
  readonly icon?: ReactNode
  readonly loading?: boolean
  readonly className?: string
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void
  readonly children?: ReactNode
}

/** A button that, when disabled, stays in place and shows why: beside the pointer, and when it is pressed. */
export function ReasonButton({ type, size, danger = false, loading = false, allowed, ...props }: Props) {
  const reasonText = useReasonText()
  if (type === 'link' && size === 'small') return <RowButton {...props} danger={danger} allowed={allowed} />
  const { onClick, className = '', ...button } = props
  const look = { ...button, primary: type === 'primary', danger, size }
  if (allowed === true) return <Button {...look} className={className} busy={loading} onClick={onClick} />
  const reason = allowed === undefined ? undefined : reasonText(allowed)
  // Disabled but focusable, so keyboard and screen reader users get the reason too.
  return (
    <Button
      {...look}
      className={`is-refused ${className}`}
      title={reason}
      data-reason={reason}
      aria-disabled="true"
      onClick={() => reason !== undefined && say('warning', reason)}
      aria-description={reason}
    />
  )
}
